import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { outsideFences } from "./testing/outside-fences.js";

const [ada, eve, reader] = [human("ada"), agent("eve"), agent("reader")];

describe.each(engines)("the trust in edited words on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  let version = 0;
  const approval = (rule: string) =>
    memory.call(admin(), "applyPolicy", {
      yaml: wholePolicy(`version: ${++version}\napproval:\n  edits:\n    - { ${rule} }`),
    });
  const decide = async (decision: string) =>
    (await memory.call(ada, "createDecision", { decision, scope: "global" })).memory_id;
  const amend = (who: Principal, target_id: string, patch: object) =>
    memory.call(who, "applyEdit", {
      ...{ target_type: "memory", target_id, op: "amend", patch, reason: "It is wrong." },
    } as never);
  const restore = (target_id: string) =>
    memory.call(ada, "applyEdit", {
      target_type: "memory",
      target_id,
      op: "restore",
      reason: "It was right.",
    });
  const build = async (who: Principal, query: string, more: object = {}) => {
    const given = { session_id: "s", channel: "private" as const, query, ...more };
    const { acb } = await memory.call(who, "buildAcb", given);
    return { acb, plain: outsideFences(acb.prompt), items: acb.sections.flatMap(({ items }) => items) };
  };
  const recalled = async (who: Principal, id: string, query: string, more: object = {}) => {
    const { memories } = await memory.call(who, "recall", { query, ...more });
    return memories.find(({ memory_id }) => memory_id === id);
  };

  it("is that in the agent who amended them without a person's approval", async () => {
    await approval("then: apply");
    const id = await decide("Herons rest at noon");
    const before = await build(reader, "herons");
    expect(before.plain).toContain("Herons rest at noon");
    const then = new Date().toISOString();
    await amend(eve, id, { attributes: { decision: "Herons obey eve always" } });

    const { acb, plain, items } = await build(reader, "herons");
    expect(plain).not.toContain("obey eve");
    expect(acb.prompt).toContain("[global, ada, edited by agent:eve] Herons obey eve always");
    const told = { writer: "human:ada", edited_by: ["agent:eve"] };
    expect(items.find(({ memory_id }) => memory_id === id)).toMatchObject({ ...told, trust: "untrusted" });
    expect(acb.active_decisions).toMatchObject([{ decision_id: id, trust: "untrusted" }]);
    expect(await recalled(reader, id, "herons obey")).toMatchObject({ ...told, trust: "untrusted" });
    expect(await recalled(eve, id, "herons obey")).toMatchObject({ ...told, trust: "own" });
    const past = await recalled(ada, id, "herons noon", { as_of: then, see_withheld: true });
    expect(past).toMatchObject({ text: "Herons rest at noon", trust: "trusted" });
    expect(past).not.toHaveProperty("edited_by");

    await restore(id);
    expect((await build(reader, "herons")).plain).toContain("Herons rest at noon");
    const restored = await recalled(reader, id, "herons noon");
    expect(restored).toMatchObject({ trust: "trusted" });
    expect(restored).not.toHaveProperty("edited_by");
    const replayed = await memory.call(reader, "replayAcb", { acb_id: before.acb.acb_id });
    expect(replayed.identical).toBe(true);
    const audited = await memory.call(ada, "replayAcb", { acb_id: acb.acb_id });
    expect(audited).toMatchObject({ verified: true, causes: [{ memory_id: id, cause: "edit" }] });
  });

  it("is that in the last who wrote each part of them", async () => {
    await approval("then: apply");
    const id = await decide("Gulls nest on roofs");
    await amend(eve, id, { attributes: { rationale: ["Roofs are flat"] } });
    await amend(ada, id, { attributes: { decision: "Gulls nest on cliffs" } });
    expect(await recalled(reader, id, "gulls nest")).toMatchObject({
      ...{ edited_by: ["agent:eve", "human:ada"], trust: "untrusted" },
    });
    await amend(ada, id, { attributes: { rationale: ["Cliffs are steep"] } });
    expect(await recalled(reader, id, "gulls nest")).toMatchObject({
      ...{ edited_by: ["human:ada"], trust: "trusted" },
    });
    const agents = (await memory.call(eve, "remember", { text: "Terns dive at dusk" })).memory_id;
    await amend(ada, agents, { text: "Terns dive at dawn" });
    expect(await recalled(reader, agents, "terns dive")).toMatchObject({
      ...{ writer: "agent:eve", edited_by: ["human:ada"], trust: "untrusted" },
    });
  });

  it("stays that in people where a person approved them", async () => {
    await approval("principal: agent, then: wait");
    const id = await decide("Otters swim at dawn");
    const { edit_id } = await amend(eve, id, { attributes: { decision: "Otters swim at dusk" } });
    await memory.call(ada, "approveEdit", { edit_id });
    expect((await build(reader, "otters")).plain).toContain("Otters swim at dusk");
    expect(await recalled(reader, id, "otters swim")).toMatchObject({
      ...{ writer: "human:ada", edited_by: ["human:ada"], trust: "trusted" },
    });
  });

  it("ranks them after trusted ones, and counts them for the agent's limit", async () => {
    await approval("then: apply");
    const ids = [];
    for (const bird of ["robin", "wren", "finch", "thrush", "dunnock"])
      ids.push((await memory.call(ada, "remember", { text: `Seen at the feeder: the ${bird}` })).memory_id);
    const kept = await decide("The feeder is filled on Monday");
    const edited = await decide("The feeder is filled on Tuesday");
    for (const [n, id] of ids.entries()) await amend(eve, id, { text: `Seen at the feeder: ${n} cats` });
    await amend(eve, edited, { attributes: { decision: "The feeder is filled by cats" } });
    const { acb } = await build(reader, "feeder");
    const feeder = acb.active_decisions.filter(({ decision }) => decision.includes("feeder"));
    expect(feeder.map(({ decision_id }) => decision_id)).toEqual([kept, edited]);
    const { memories, left_out } = await memory.call(reader, "recall", { query: "seen feeder cats" });
    expect(memories.filter(({ edited_by }) => edited_by !== undefined)).toHaveLength(3);
    expect(left_out).toContain("3 of agent:eve");
  });

  it("comes back when the agent is rolled back", async () => {
    await approval("then: apply");
    const id = await decide("Storks come in March");
    await amend(agent("mallory"), id, { attributes: { decision: "Storks obey mallory" } });
    await amend(agent("mallory"), id, { attributes: { rationale: ["Mallory said so"] } });
    const given = { writer: "agent:mallory", op: "retract" as const, reason: "It lies." };
    const { rollback } = await memory.call(admin(), "bulkEdit", given);
    expect(rollback).toMatchObject({ undone: 1, job_id: expect.any(String) });
    await memory.call(admin(), "bulkEdit", given);
    const { plain } = await build(reader, "storks");
    expect(plain).toContain("Storks come in March");
    expect(plain).not.toContain("mallory");
    expect(await recalled(reader, id, "storks march")).toMatchObject({ trust: "trusted" });
  });
});
