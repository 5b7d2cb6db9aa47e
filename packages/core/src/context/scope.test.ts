import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { message } from "../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the scope of a memory on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const ada = { subject_type: "user", subject_id: "ada" };
  /** One memory of each scope and place, as a note, a decision and a task, each told by its own word. */
  const places: Record<string, object> = {
    "session one": { scope: "session", session_id: "one" },
    "session two": { scope: "session", session_id: "two" },
    "user ada": { scope: "user", ...ada },
    "user anyone": { scope: "user" },
    "user ada in apollo": { scope: "user", ...ada, project_id: "apollo" },
    "project apollo": { scope: "project", project_id: "apollo" },
    "project apollo for ada": { scope: "project", project_id: "apollo", ...ada },
    "project any": { scope: "project" },
    policy: { scope: "policy" },
    "global for ada in apollo": { scope: "global", ...ada, project_id: "apollo" },
  };
  const everywhere = ["global for ada in apollo", "policy", "project any", "user anyone"];
  const plant = async (who: Principal) => {
    for (const [name, place] of Object.entries(places)) {
      for (const kind of ["note", "decision", "task"] as const)
        await memory.call(who, "remember", { text: `heron ${kind} <${name}>`, kind, ...place });
    }
  };
  const shown = async (who: Principal, given: object) => {
    const found = new Set<string>();
    for (const query of ["heron", undefined]) {
      const inputs = {
        session_id: "none",
        channel: "private" as const,
        max_tokens: 200_000,
        query,
        ...given,
      };
      const { acb } = await memory.call(who, "buildAcb", inputs);
      const kinds = ["note", "decision", "task"].map((kind) => {
        const texts = acb.sections.flatMap(({ items }) => items.map(({ text }) => text));
        const names = texts.flatMap((text) => text.match(new RegExp(`heron ${kind} <(.*?)>`))?.[1] ?? []);
        return [...new Set(names)].sort().join();
      });
      expect(new Set(kinds).size, JSON.stringify(kinds)).toBe(1);
      found.add(kinds[0]!);
    }
    expect(found.size, JSON.stringify([...found])).toBe(1);
    return [...found][0]!.split(",");
  };

  it("says in which contexts it is, with a question and without", async () => {
    const here = newTenant(memory);
    await plant(here.boss);
    const sees = async (given: object, also: string[], who: Principal = here.bot) =>
      expect(await shown(who, given), JSON.stringify(given)).toEqual([...everywhere, ...also].sort());
    await sees({}, []);
    await sees({ session_id: "one" }, ["session one"]);
    await sees({ subject_id: "ada" }, ["user ada", "user ada in apollo"]);
    await sees(ada, ["user ada", "user ada in apollo"]);
    await sees({ subject_type: "team", subject_id: "ada" }, []);
    await sees({ subject_id: "bob" }, []);
    await sees({ project_id: "apollo" }, ["project apollo", "project apollo for ada"]);
    await sees({ project_id: "zeus" }, []);
    await sees({ ...ada, project_id: "zeus" }, ["user ada"]);
    await sees({ subject_id: "bob", project_id: "apollo" }, ["project apollo"]);
    await sees({ ...ada, project_id: "apollo" }, [
      ...["project apollo", "project apollo for ada", "user ada", "user ada in apollo"],
    ]);
    await sees({}, ["user ada", "user ada in apollo"], human("ada", here.id));
    await sees({ subject_id: "bob" }, ["user ada", "user ada in apollo"], human("ada", here.id));
  });

  it("does not narrow a search, whose filters are explicit", async () => {
    const here = newTenant(memory);
    await plant(here.boss);
    const { total_count } = await memory.call(here.bot, "recall", { query: "heron", limit: 50 });
    expect(total_count).toBe(3 * Object.keys(places).length);
    const { memories } = await memory.call(here.bot, "recall", {
      query: "heron",
      scope: "session",
      session_id: "two",
    });
    expect(new Set(memories.map(({ text }) => text.match(/<(.*)>/)?.[1]))).toEqual(new Set(["session two"]));
  });

  it("keeps the turns of the session, unless they are about another subject or project", async () => {
    const here = newTenant(memory);
    const say = (text: string, content: object) =>
      memory.call(here.ann, "recordEvent", message(text, { session_id: "talk", content }));
    await say("heron of ada", ada);
    await say("heron of apollo", { project_id: "apollo" });
    await say("heron of nobody", {});
    const turns = async (given: object) => {
      const inputs = { session_id: "talk", channel: "private" as const, ...given };
      return (await memory.call(here.bot, "buildAcb", inputs)).acb.session.events.map(({ text }) => text);
    };
    expect(await turns({})).toEqual(["heron of ada", "heron of apollo", "heron of nobody"]);
    expect(await turns({ subject_id: "bob" })).toEqual(["heron of apollo", "heron of nobody"]);
    expect(await turns({ project_id: "zeus" })).toEqual(["heron of ada", "heron of nobody"]);
  });

  it("of an event without one is the project, the subject or the session that it names", async () => {
    const here = newTenant(memory);
    const scopeOf = async (content: object) => {
      const event = message(`heron ${JSON.stringify(content)}`, { session_id: "s", content });
      const { chunk_id } = await memory.call(here.ann, "recordEvent", event);
      const [row] = await memory.database.ownerQuery<{ scope: string; recorded: string }>(
        `select m.scope, r.scope as recorded from palimpsest.memory m
         join palimpsest.record r on r.tenant_id = m.tenant_id and r.memory_id = m.id where m.id = $1`,
        [chunk_id],
      );
      expect(row!.recorded).toBe(row!.scope);
      return row!.scope;
    };
    expect(await scopeOf({})).toBe("session");
    expect(await scopeOf(ada)).toBe("user");
    expect(await scopeOf({ ...ada, project_id: "apollo" })).toBe("project");
    expect(await scopeOf({ project_id: "apollo", scope: "session" })).toBe("session");
  });
});
