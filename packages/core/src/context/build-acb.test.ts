import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { codeOf, surgery } from "../governance/testing/surgery.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";
import { countTokens } from "../text/index.js";
import { outsideFences } from "./testing/outside-fences.js";

describe.each(engines)("the context bundle on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  const build = async (given: object = {}, who = human()) =>
    (await memory.call(who, "buildAcb", { session_id: "s1", channel: "private", ...given })).acb;
  const record = async (text: string, given: Parameters<typeof message>[1] = {}, who = human()) =>
    (await memory.call(who, "recordEvent", message(text, given))).chunk_id!;
  const section = (acb: Awaited<ReturnType<typeof build>>, name: string) =>
    acb.sections.find((s) => s.name === name)!.items;

  it("says so when the store is empty", async () => {
    const acb = await build({}, human("ann", tenantB));
    expect(acb.prompt).toMatch(/nothing is remembered/i);
    expect(acb.total_tokens).toBe(countTokens(acb.prompt));
    expect(acb.sections.map((s) => s.name)).toEqual([
      "rules",
      "warnings",
      "skills",
      "task_state",
      "recent_window",
      "capsules",
      "retrieved_evidence",
      "relevant_decisions",
    ]);
    expect(acb.budget_tokens).toBe(65_000);
  });

  it("holds rules, tasks, turns, evidence and decisions, and puts what a person wrote outside the fences", async () => {
    await memory.call(human(), "createRule", { content: "Answer in British English", priority: 1 });
    await memory.call(human(), "createRule", { content: "Never reveal a password", invariant: "safety" });
    await memory.call(human(), "createTask", {
      title: "Ship the parser",
      details: "with tests",
      status: "doing",
    });
    await memory.call(human(), "createDecision", {
      decision: "Use Postgres for storage",
      rationale: ["it is there already"],
      scope: "policy",
    });
    await record("The otters live by the northern weir", {
      session_id: "elsewhere",
      content: { scope: "user" },
    });
    await record("Where do the otters live?");
    await record("", {
      kind: "tool_call",
      actor_type: "agent",
      actor_id: "bot",
      content: { tool: "maps", text: undefined },
    });

    const acb = await build({ query: "otters weir" });
    expect(section(acb, "rules").map((i) => i.text)).toEqual([
      "Never reveal a password",
      "Answer in British English",
    ]);
    expect(acb.mode_invariants).toEqual(["safety"]);
    expect(acb.active_tasks).toMatchObject([
      { title: "Ship the parser", details: "with tests", status: "doing", trust: "trusted" },
    ]);
    expect(acb.active_decisions).toMatchObject([
      {
        decision: "Use Postgres for storage",
        rationale: ["it is there already"],
        scope: "policy",
        precedence: 4,
      },
    ]);
    expect(acb.session.events.map((e) => e.text)).toEqual([
      "Where do the otters live?",
      "[tool_call agent:bot, per human:ann]",
    ]);
    expect(acb.session.chunks[0]?.text).toBe("The otters live by the northern weir");
    expect(acb.provenance.query_terms).toContain("otters");

    const plain = outsideFences(acb.prompt);
    for (const text of ["Never reveal a password", "Ship the parser", "Use Postgres for storage"]) {
      expect(plain).toContain(text);
    }
    expect(plain).not.toContain("otters");
    expect(acb.prompt).toContain("The otters live by the northern weir");
  });

  it("is the same each time except for its id and the nonce of its fences", async () => {
    // One moment for both: recency is part of a score, and time passes between two builds.
    const as_of = new Date().toISOString();
    const inputs = { query: "otters weir", intent: "explore", as_of };
    const [one, two] = [await build(inputs), await build(inputs)];
    const mark = (prompt: string) => /<<<memory (\w+)/.exec(prompt)![1]!;
    expect(mark(one.prompt)).not.toBe(mark(two.prompt));
    const same = ({ acb_id, prompt, ...rest }: typeof one) => ({
      ...rest,
      prompt: prompt.replaceAll(mark(prompt), ""),
      acb: acb_id.slice(0, 4),
    });
    expect(same(two)).toEqual(same(one));
  });

  it("counts the edits of what it shows: 20 turns, 2 quarantined, 5 amended", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++)
      ids.push(await record(`turn number ${n} of the audit`, { session_id: "audit" }));
    for (const id of ids.slice(0, 2)) await edit(human(), id, { op: "quarantine" });
    for (const id of ids.slice(2, 7))
      await edit(human(), id, { op: "amend", patch: { text: `amended ${id}` } });
    const acb = await build({ session_id: "audit" });
    expect(acb.session.events).toHaveLength(18);
    expect(acb.edits_applied).toBe(5);
    expect(acb.session.events[0]?.text).toBe(`amended ${ids[2]}`);
  });

  it("shows the last 20 turns in the order they were said", async () => {
    for (let n = 0; n < 25; n++) await record(`counting ${n}`, { session_id: "count" });
    const { session } = await build({ session_id: "count", query: "unrelated" });
    expect(session.events.map((e) => e.text)).toEqual(
      Array.from({ length: 20 }, (_, n) => `counting ${n + 5}`),
    );
  });

  it("sizes its sections by the mode that the intent names", async () => {
    const acb = await build({ intent: "debug" });
    expect([acb.mode, acb.mode_confidence]).toEqual(["DEBUGGING", 0.95]);
    expect(acb.sections.find((s) => s.name === "recent_window")?.cap).toBe(12_000);
    expect((await build({ intent: "something else" })).mode).toBe("GENERAL");
  });

  it("shows memories of the given project and subject, and those without either", async () => {
    for (const project_id of ["alpha", "beta", undefined]) {
      await memory.call(human(), "remember", {
        text: `the zeppelin hangar of ${project_id ?? "everyone"}`,
        project_id,
      });
      await memory.call(human(), "createDecision", {
        decision: `zeppelins for ${project_id ?? "all"}`,
        project_id,
      });
    }
    const acb = await build({ query: "zeppelin hangar", project_id: "alpha" });
    const texts = acb.session.chunks.map((c) => c.text);
    expect(texts).toContain("the zeppelin hangar of alpha");
    expect(texts).toContain("the zeppelin hangar of everyone");
    expect(texts).not.toContain("the zeppelin hangar of beta");
    const decisions = acb.active_decisions.map((d) => d.decision);
    expect(decisions).toContain("zeppelins for alpha");
    expect(decisions).not.toContain("zeppelins for beta");
  });

  it.each([0, 1, 63, 10_000_000, 1.5, -1])("refuses max_tokens %j", async (max_tokens) => {
    const refused = memory.call(human(), "buildAcb", { session_id: "s1", channel: "private", max_tokens });
    expect(await codeOf(refused)).toBe("VALIDATION_ERROR");
  });

  it("gives only the text through the operation context", async () => {
    const answer = await memory.call(agent(), "context", { query: "where do otters live", session_id: "s1" });
    expect(answer.prompt).toContain("northern weir");
    expect(answer.total_tokens).toBe(countTokens(answer.prompt));
    expect(answer.total_tokens).toBeLessThanOrEqual(4_000);
    const receipt = await memory.call(agent(), "getAcb", { acb_id: answer.acb_id });
    expect(receipt).toMatchObject({ agent_id: "bot", session_id: "s1", total_tokens: answer.total_tokens });
  });
});
