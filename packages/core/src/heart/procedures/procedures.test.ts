import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const [ann, bot, other] = [human("ann"), agent("bot"), agent("other")];

describe.each(engines)("procedures on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const store = (name: string, more: object = {}, who = bot) =>
    memory.call(who, "storeProcedure", { name, ...more });
  const find = async (query: string, more: object = {}, who = bot) =>
    (await memory.call(who, "searchProcedures", { query, ...more })).procedures.map(({ name }) => name);
  const outcome = (procedure_id: string, how: "success" | "failure" | "neutral") =>
    memory.call(bot, "recordProcedureOutcome", { procedure_id, outcome: how });

  it("are stored with what they are good for, and found by it, within a domain", async () => {
    const made = await store("Refund an order", {
      ...{ domain: "billing", description: "Check the receipt first", goals: ["Happy customers"] },
      ...{ core_patterns: ["look, then act"], core_tools: ["till"], core_concepts: ["escrow"] },
      implementation_notes: ["slow on Mondays"],
    });
    expect(made).toMatchObject({
      ...{ agent_id: "bot", domain: "billing", goals: ["Happy customers"], related_procedures: [] },
      ...{ censor_ids: [], activation_count: 0, success_count: 0, effectiveness: 0.5, last_activated: null },
      ...{ active: true, visibility: "private", masked: 0 },
    });
    await store("Escrow for houses", { domain: "Billing" });
    expect(await find("escrow", { domain: "billing" })).toEqual(["Refund an order"]);
    expect(await find("escrow", { domain: "bill" })).toEqual([]);
    expect((await find("escrow")).sort()).toEqual(["Escrow for houses", "Refund an order"]);
    const { masked: _, ...shown } = made;
    expect(await memory.call(bot, "getProcedure", { procedure_id: made.id })).toEqual(shown);
  });

  it("count activations and outcomes, none of which is lost, and tell of them", async () => {
    const { id: procedure_id } = await store("Count everything");
    const { next_cursor: cursor } = await memory.call(bot, "listDomainEvents", { start: "latest" });
    const activate = () => memory.call(bot, "activateProcedure", { procedure_id });
    await Promise.all(Array.from({ length: 10 }, activate));
    await Promise.all(
      ["success", "success", "success", "failure"].map((how) => outcome(procedure_id, how as "success")),
    );
    for (let n = 0; n < 5; n++) await outcome(procedure_id, "neutral");
    const counted = await memory.call(bot, "getProcedure", { procedure_id });
    expect(counted).toMatchObject({
      ...{
        activation_count: 10,
        success_count: 3,
        failure_count: 1,
        neutral_count: 5,
        effectiveness: 0.6667,
      },
      last_activated: expect.stringMatching(/^\d{4}-/),
    });
    const { events } = await memory.call(bot, "listDomainEvents", { cursor });
    expect(events.filter(({ type }) => type === "procedure_activated")).toHaveLength(10);
    expect(events.filter(({ data }) => data.outcome === "neutral")).toHaveLength(5);
  });

  it("count a call that is sent again once", async () => {
    const { id: procedure_id } = await store("Count once");
    const again = { idempotencyKey: "the-same" };
    for (let n = 0; n < 2; n++) await memory.call(bot, "activateProcedure", { procedure_id }, again);
    expect(await memory.call(bot, "getProcedure", { procedure_id })).toMatchObject({ activation_count: 1 });
  });

  it("are retired once and for all, and take outcomes still", async () => {
    const { id: procedure_id } = await store("Fax the form");
    const retire = () => memory.call(bot, "retireProcedure", { procedure_id });
    const { next_cursor: cursor } = await memory.call(bot, "listDomainEvents", { start: "latest" });
    expect(await retire()).toMatchObject({ active: false });
    expect(await retire()).toMatchObject({ active: false });
    const { events } = await memory.call(bot, "listDomainEvents", { cursor });
    expect(events.map(({ type }) => type)).toEqual(["procedure_retired"]);
    const activated = memory.call(bot, "activateProcedure", { procedure_id });
    await expect(activated).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await outcome(procedure_id, "failure")).toMatchObject({ failure_count: 1, active: false });
    expect(await find("fax form")).toEqual([]);
    expect(await find("fax form", { active_only: false })).toEqual(["Fax the form"]);
  });

  it("of a person or another agent are not an agent's to retire, but to use", async () => {
    const { id: procedure_id } = await store("Water the plants", { visibility: "tenant" }, ann);
    const refused = memory.call(bot, "retireProcedure", { procedure_id });
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await memory.call(bot, "activateProcedure", { procedure_id })).toMatchObject({
      activation_count: 1,
    });
    expect(await memory.call(human("rev"), "retireProcedure", { procedure_id })).toMatchObject({
      active: false,
    });
    const { id: theirs } = await store("Prune the roses", { visibility: "tenant" }, other);
    await expect(memory.call(bot, "retireProcedure", { procedure_id: theirs })).rejects.toMatchObject({
      ...{ code: "FORBIDDEN", message: expect.stringContaining("Another agent stored this procedure") },
    });
    expect(await memory.call(other, "retireProcedure", { procedure_id: theirs })).toMatchObject({
      active: false,
    });
    const { id: own } = await store("Keep it to yourself");
    const hidden = memory.call(other, "activateProcedure", { procedure_id: own });
    await expect(hidden).rejects.toMatchObject({ code: "NOT_FOUND", details: [{ path: "procedure_id" }] });
  });

  it("obey edits of their words and lists, never of their counters", async () => {
    const { id } = await store("Tie a knot", { description: "Left over right", visibility: "tenant" }, ann);
    const edit = (patch: object) =>
      memory.call(ann, "applyEdit", {
        target_type: "procedure",
        target_id: id,
        op: "amend",
        patch,
        reason: "r",
      } as never);
    await edit({ text: "Right over left" });
    await edit({ attributes: { censor_ids: ["cen_1"], domain: "sailing" } });
    expect(await memory.call(ann, "getProcedure", { procedure_id: id })).toMatchObject({
      ...{ name: "Tie a knot", description: "Right over left", censor_ids: ["cen_1"], domain: "sailing" },
    });
    expect(await find("left over right knot", { domain: "sailing" }, ann)).toEqual(["Tie a knot"]);
    for (const attributes of [{ activation_count: 5 }, { active: false }, { agent_id: "bot" }]) {
      await expect(edit({ attributes })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("show no use of today for a moment in the past", async () => {
    const { id } = await store("Splice the hawser");
    const [now] = await memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    await memory.call(bot, "activateProcedure", { procedure_id: id });
    await outcome(id, "success");
    const search = async (more: object) =>
      (await memory.call(bot, "searchProcedures", { query: "splice the hawser", ...more })).procedures[0];
    expect(await search({})).toMatchObject({ id, activation_count: 1, effectiveness: 0.6667 });
    const past = { as_of: now!.at };
    expect(await search(past)).toMatchObject({ id, activation_count: null, effectiveness: null });
    const recall = async (more: object) =>
      (await memory.call(bot, "heartRecall", { query: "splice the hawser", types: ["procedure"], ...more }))
        .results[0]?.metadata;
    expect(await recall({})).toMatchObject({ effectiveness: 0.6667 });
    expect(await recall(past)).not.toHaveProperty("effectiveness");
  });

  it("name the fields that are too long together, and count characters", async () => {
    await expect(
      store("Coil", { description: "a ".repeat(49_990), goals: ["Tidy decks"] }),
    ).rejects.toMatchObject({
      ...{ code: "PAYLOAD_TOO_LARGE", details: [{ path: "description" }] },
      message: "description has, together with goals, name, more than 100000 characters.",
    });
    const smiles = Array.from({ length: 30_000 }, () => "😀 ").join("");
    const content = `${smiles}${"😀".repeat(30_000)}`;
    expect(await memory.call(bot, "learnFact", { content })).toMatchObject({ status: "created" });
  });
});
