import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent } from "../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld } from "./testing/event-world.js";
import { sentences } from "./testing/texts.js";

/** Long before it a text, so that the same words are cut into other passages. */
const before = (count: number) =>
  Array.from({ length: count }, (_, n) => `Preface ${n} tells of the ferry at night.`).join(" ");

describe.each(engines)("words taken out of one revision on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const edit = (op: string, target_id: string, patch: object = {}) =>
    world.memory.call(ann, "applyEdit", {
      ...{ op, target_id, target_type: "memory", patch, reason: "because" },
    } as never);
  const contentOf = async (artifact_id: string, revision_id?: string) =>
    (await world.memory.call(ann, "getArtifact", { artifact_id, revision_id, include_content: true }))
      .content!;
  /** The passage that holds a word. */
  const holder = async ({ artifact_id }: { artifact_id: string }, word: string) => {
    const asked = { artifact_id, include_content: true, include_chunks: true };
    const { chunks } = await world.memory.call(ann, "getArtifact", asked);
    const { chunk_id, content } = chunks!.find((chunk) => chunk.content!.includes(word))!;
    return { chunk_id, text: content! };
  };
  const shownAnywhere = async (uid: string, word: string, from: string, to: string) => {
    const { text } = await world.memory.call(ann, "artifactDiff", {
      ...{ artifact_uid: uid, from_revision_id: from, to_revision_id: to },
    });
    const { memories } = await world.memory.call(ann, "recall", { query: word, limit: 50 });
    const found = await world.memory.call(ann, "searchSemanticEvents", {
      ...{ query: word, all_revisions: true },
    });
    const texts = [
      await contentOf(uid, from),
      await contentOf(uid, to),
      ...text.map((one) => one.text),
      ...memories.map((one) => one.text),
      ...found.events.flatMap(({ narrative, evidence }) => [narrative, ...evidence!.map((e) => e.quote)]),
    ];
    return texts.filter((one) => one.includes(word)).length;
  };

  it.each([
    ["retract", "first"],
    ["quarantine", "first"],
    ["amend", "first"],
    ["retract", "second"],
    ["amend", "second"],
  ])("by %s of the %s are not shown by the other one, until they are restored", async (op, which) => {
    const word = `capybara-${op}-${which}`;
    const of = { source_id: word };
    const said = `Decision: the ${word} moves to the harbour by the end of March.`;
    const old = `${sentences(120)} ${said} ${sentences(120).replaceAll("Item", "Thing")}`;
    const first = await world.ingest(old, of);
    const changed = `${before(40)} ${old.replace(said, said.replace("moves to", "moves  TO\n"))}`;
    const second = await world.ingest(changed, of);
    await world.work();
    const shown = () => shownAnywhere(first.artifact_uid, word, first.revision_id, second.revision_id);
    const all = await shown();
    expect(all).toBeGreaterThan(4);
    const target = await holder(which === "first" ? first : second, word);
    const patch = op === "amend" ? { text: target.text.replace(word, "animal") } : {};
    await edit(op, target.chunk_id, patch);
    expect(await shown()).toBe(0);
    // What stands around them stays, and so does the length.
    const other = which === "first" ? second : first;
    const content = await contentOf(first.artifact_uid, other.revision_id);
    expect(content).toHaveLength((other === second ? changed : old).length);
    if (op === "amend") expect(content.match(/█+/g)).toHaveLength(other === second ? 2 : 1);
    else expect(content).toContain("Item 0 was seen");

    const again = await world.ingest(old, of);
    expect(again.status).toBe("reactivated");
    expect(again.withheld).toBe(1);
    expect(await shown()).toBe(0);
    const third = await world.ingest(`${before(7)} ${old}`, of);
    expect(third).toMatchObject({ status: "revised", withheld: 1 });
    await world.work();
    expect(await contentOf(third.artifact_uid)).not.toContain(word);

    await edit("restore", target.chunk_id);
    expect(await contentOf(first.artifact_uid, first.revision_id)).toBe(old);
    expect(await contentOf(first.artifact_uid, second.revision_id)).toBe(changed);
    expect(await contentOf(first.artifact_uid, third.revision_id)).toBe(`${before(7)} ${old}`);
    expect(await world.ingest(changed, of)).toMatchObject({ status: "reactivated", withheld: 0 });
    expect(await shown()).toBeGreaterThanOrEqual(all);
  });

  it("are found again in a short text, whatever their case, blanks and punctuation at the ends", async () => {
    const of = { source_id: "short words", visibility_scope: "org" };
    const first = await world.ingest("The tapir’s code is 4711. It rains.", of);
    const second = await world.ingest("- the TAPIR’S  code\nis 4711!\n- It snows 🦩 today.", of);
    const [{ at }] = (await world.memory.database.ownerQuery<{ at: Date }>(
      "select clock_timestamp() as at",
    )) as [{ at: Date }];
    await edit("amend", first.artifact_id, { text: "The tapir’s code is known. It rains." });
    const content = await contentOf(second.artifact_id);
    expect(content).toMatch(/^- █+\n█+\n- It snows 🦩 today\.$/);
    const then = await world.memory.call(agent("bot"), "recall", {
      ...{ query: "tapir code", as_of: at.toISOString(), limit: 20 },
    });
    expect(then.memories.filter(({ text }) => text.includes("4711"))).toEqual([]);
    await expect(world.ingest("The tapir’s code is 4711.", of)).rejects.toMatchObject({ code: "TOMBSTONED" });
    await edit("restore", first.artifact_id);
    expect(await contentOf(second.artifact_id)).toContain("TAPIR’S  code\nis 4711!");
  });

  it("stay out as long as one of the passages that say them is taken out", async () => {
    const of = { source_id: "two causes" };
    const said = "The okapi sleeps in the shed.";
    const [one, two, three] = [
      await world.ingest(`${said} One more.`, of),
      await world.ingest(`${said} Two more.`, of),
      await world.ingest(`Three more. ${said}`, of),
    ];
    await edit("retract", one.artifact_id);
    await edit("quarantine", two.artifact_id);
    await edit("restore", one.artifact_id);
    expect(await contentOf(one.artifact_id)).not.toContain("okapi");
    expect(await contentOf(three.artifact_id)).toMatch(/^Three more\. █+$/);
    await edit("restore", two.artifact_id);
    for (const { artifact_id } of [one, two, three]) expect(await contentOf(artifact_id)).toContain(said);
  });

  it.each(["a short text", "a long one"])(
    "are not shown in a channel that one is blocked in: %s",
    async (how) => {
      const word = how === "a short text" ? "aardvark" : "pangolin";
      const of = { source_id: word, channel: "team" };
      const said = `Decision: the ${word} digs by night.`;
      const around = how === "a short text" ? "It rains." : sentences(220);
      const first = await world.ingest(`${said} ${around}`, of);
      await world.work();
      const second = await world.ingest(`${around}\n${said}`, of);
      await world.work();
      const inTeam = async () => {
        const inChannel = { channel: "team" } as const;
        const { memories } = await world.memory.call(ann, "recall", { query: word, limit: 50, ...inChannel });
        const found = await world.memory.call(ann, "searchSemanticEvents", {
          ...{ query: word, all_revisions: true, ...inChannel },
        });
        const { results } = await world.memory.call(ann, "searchArtifacts", { query: word, ...inChannel });
        const unlessMissing = (error: { code: string }) => {
          if (error.code !== "NOT_FOUND") throw error;
        };
        const contents = await Promise.all(
          [first, second].map(({ revision_id }) => {
            const asked = { artifact_id: first.artifact_uid, revision_id, include_content: true };
            return world.memory.call(ann, "getArtifact", { ...asked, ...inChannel }).catch(unlessMissing);
          }),
        );
        const asked = { artifact_uid: first.artifact_uid, from_revision_id: first.revision_id };
        const diff = await world.memory
          .call(ann, "artifactDiff", { ...asked, ...inChannel })
          .catch(unlessMissing);
        const told = [
          ...memories.map((one) => one.text),
          ...found.events.flatMap(({ narrative, evidence }) => [narrative, ...evidence!.map((e) => e.quote)]),
          ...results.map((one) => one.content),
          ...contents.map((one) => one?.content ?? ""),
          ...(diff?.text ?? []).map((one) => one.text),
        ];
        return told.filter((one) => one.includes(word)).length;
      };
      const before = await inTeam();
      expect(before).toBeGreaterThan(4);
      const chunk_id = how === "a short text" ? first.artifact_id : (await holder(first, word)).chunk_id;
      await edit("block", chunk_id, { channel: "team" });
      expect(await inTeam()).toBe(0);
      const third = await world.ingest(`Hello.\n${said} ${around}`, of);
      await world.work();
      expect(await inTeam()).toBe(0);
      expect(await contentOf(third.artifact_id)).toContain(said);
      const { events } = await world.eventsOf(first.artifact_uid);
      expect(events.map(({ narrative }) => narrative)).toEqual([said]);
      await edit("restore", chunk_id);
      expect(await inTeam()).toBeGreaterThanOrEqual(before);
    },
  );

  it("leave other documents alone", async () => {
    const said = "The numbat eats at noon. It is small.";
    const one = await world.ingest(`${said} Yes.`, { source_id: "numbat-1" });
    const other = await world.ingest(`${said} No.`, { source_id: "numbat-2" });
    await edit("quarantine", one.artifact_id);
    expect(await contentOf(other.artifact_id)).toContain("numbat");
  });
});
