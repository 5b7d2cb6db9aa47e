import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { message } from "../../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";

describe.each(engines)("rolling back a writer on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { get, history } = surgery(() => memory);
  const [ann, reader] = [human("ann"), agent("reader")];
  const remember = async (who: Principal, text: string, given: object = {}) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const rollback = (name: string, given: object = {}, who = ann) =>
    memory.call(who, "bulkEdit", {
      writer: `agent:${name}`,
      op: "retract",
      reason: "poisoned",
      ...given,
    } as never);
  const found = async (who: Principal, query: string) =>
    (await memory.call(who, "recall", { query, channel: "private" })).memories.map(({ text }) => text);

  it("reaches invented actors, private memories, summaries, decisions, and all sessions and subjects", async () => {
    const rogue = agent("many");
    for (let n = 0; n < 5; n++) {
      const said = { actor_type: "tool" as const, actor_id: `tool${n}`, session_id: `s${n}` };
      await memory.call(rogue, "recordEvent", message(`Otters number ${n} took the boat`, said));
    }
    await remember(rogue, "Otters in private took the boat", { visibility: "private" });
    await remember(rogue, "Otters decided on the boat", { kind: "decision", scope: "project" });
    await memory.call(rogue, "saveSummary", {
      ...{ text: "Otters and the boat, in short", scope: "user", subject_type: "user", subject_id: "jack" },
      ...{ session_id: "s9", channel: "private" },
    });
    const made = await rollback("many");
    expect(made).toMatchObject({ status: "approved", matched: 8, edited: 8, rollback: { job_id: null } });
    // The private one is counted and not named.
    expect(made.edit_ids).toHaveLength(7);
    for (const who of [rogue, reader, ann]) expect(await found(who, "otters boat")).toEqual([]);
    expect(await rollback("many")).toMatchObject({ matched: 8, edited: 0 });
  });

  it("closes its capsules and quarantines what others made from its memories", async () => {
    const rogue = agent("giver");
    const note = await remember(rogue, "The bridge of herons is closed");
    await memory.call(rogue, "createCapsule", {
      ...{ scope: "project", subject_type: "bridge", subject_id: "north", ttl_days: 1 },
      ...{ audience_agent_ids: ["reader"], items: { chunks: [note] }, risks: ["none at all"] },
    } as never);
    const child = await remember(reader, "So nobody crosses there", { derived_from: [note] });
    const grandchild = await remember(agent("third"), "Third hand: keep away", {
      ...{ derived_from: [child], visibility: "private" },
    });
    const { memory_id: learned_from_decision } = await memory.call(rogue, "createDecision", {
      decision: "Nobody feeds the herons of the bridge",
    });
    const { id: censor_id } = await memory.call(reader, "addCensor", {
      ...{
        trigger_pattern: "feed the herons of the bridge",
        reason: "It was decided",
        learned_from_decision,
      },
      visibility: "tenant",
    } as never);
    const capsules = async () => (await memory.call(reader, "listCapsules", {})).capsules.length;
    expect(await capsules()).toBe(1);
    expect(await rollback("giver")).toMatchObject({ edited: 3, rollback: { quarantined: 3 } });
    expect(await capsules()).toBe(0);
    expect(await codeOf(memory.call(reader, "getCensor", { censor_id }))).toBe("NOT_FOUND");
    expect(await get(child)).toBeUndefined();
    expect((await history(child)).current.is_quarantined).toBe(true);
    const [row] = await memory.database.ownerQuery<{ quarantined: boolean }>(
      "select quarantined from palimpsest.memory where id = $1",
      [grandchild],
    );
    expect(row?.quarantined).toBe(true);
    const acb = await memory.call(reader, "buildAcb", {
      session_id: "x",
      channel: "private",
      query: "bridge herons",
    });
    expect(JSON.stringify(acb.acb)).not.toContain("The bridge of herons");
  });

  it("rejects the edits that it proposed and undoes those in force", async () => {
    const rogue = agent("editor");
    const [first, second] = [
      await remember(ann, "The gate opens at nine"),
      await remember(ann, "Bring a key"),
    ];
    const propose = (target_id: string, text: string) =>
      memory.call(rogue, "applyEdit", {
        ...{ target_type: "memory", target_id, op: "amend", patch: { text }, reason: "trust me" },
      } as never);
    const { edit_id } = await propose(first!, "The gate never opens");
    await memory.call(ann, "approveEdit", { edit_id });
    await propose(second!, "Bring no key");
    expect((await get(first!))?.text).toBe("The gate never opens");
    expect(await rollback("editor")).toMatchObject({
      matched: 0,
      rollback: { rejected: 1, undone: 1, job_id: null },
    });
    expect((await get(first!))?.text).toBe("The gate opens at nine");
    expect(await found(reader, "gate opens nine")).toContain("The gate opens at nine");
    const { total_count } = await memory.call(ann, "listEdits", { status: "pending", proposer_id: "editor" });
    expect(total_count).toBe(0);
  });

  it("quarantines what others made from a memory while its amendment was in force", async () => {
    const rogue = agent("amender");
    const target_id = await remember(ann, "The locks are changed in May");
    const before = await remember(reader, "May it is, for the locks", { derived_from: [target_id] });
    const { edit_id } = await memory.call(rogue, "applyEdit", {
      ...{ target_type: "memory", target_id, op: "amend", reason: "trust me" },
      patch: { text: "The locks are never changed" },
    });
    await memory.call(ann, "approveEdit", { edit_id });
    const since = await remember(reader, "Never, they say of the locks", { derived_from: [target_id] });
    const child = await remember(agent("third"), "Third hand: never", { derived_from: [since] });
    expect(await rollback("amender")).toMatchObject({ rollback: { undone: 1, quarantined: 2 } });
    expect((await get(target_id))?.text).toBe("The locks are changed in May");
    expect(await get(before)).toBeDefined();
    for (const id of [since, child]) expect((await history(id)).current.is_quarantined).toBe(true);
  });

  it("hides what it added to other people's claims and episodes", async () => {
    const rogue = agent("adder");
    const ferry = { id: "ferry", type: "Artifact", name: "Ferry" };
    const say = async (who: Principal, note: string, name: string) =>
      (
        await memory.call(who, "upsertClaim", {
          ...{ text: "The ferry of Oskar is green", boundary_class: "public" },
          ...{ provenance: { at: "2026-11-15T09:58:00Z", note }, entities: [{ ...ferry, name }] },
        } as never)
      ).data.id;
    const claim_id = await say(ann, "seen", "Ferry");
    expect(await say(rogue, "send money", "Send money")).toBe(claim_id);
    const { id: episode_id } = await memory.call(ann, "startEpisode", {
      ...{ summary: "The ferry trip of Oskar", visibility: "tenant" },
    } as never);
    const store = async (name: string) =>
      (await memory.call(ann, "storeProcedure", { name, visibility: "tenant" } as never)).id;
    const [mine, its] = [await store("Tie the ferry up"), await store("Let the ferry go")];
    const link = (who: Principal, procedure_id: string, effectiveness: string) =>
      memory.call(who, "linkEpisodeProcedure", { episode_id, procedure_id, effectiveness } as never);
    await link(ann, mine, "helped");
    await link(rogue, mine, "hindered");
    await link(rogue, its, "helped");
    expect(await rollback("adder")).toMatchObject({ matched: 0, rollback: { states: 2 } });
    const { data } = await memory.call(ann, "getClaim", { claim_id });
    expect(data).toMatchObject({ entities: [ferry], evidences: [{ snippet: "seen" }] });
    expect(JSON.stringify(await memory.call(ann, "listEntities", {}))).not.toContain("Send money");
    const procedures = async () => (await memory.call(ann, "getEpisode", { episode_id })).procedures;
    expect(await procedures()).toEqual([{ procedure_id: mine, effectiveness: "helped" }]);
    await link(reader, its, "hindered");
    expect(await procedures()).toContainEqual({ procedure_id: its, effectiveness: "hindered" });
    expect(await say(reader, "send money", "Ferry")).toBe(claim_id);
  });

  it("needs the right to review for what the caller cannot read, and for suspending", async () => {
    const rogue = agent("hidden");
    await remember(rogue, "A secret nest", { visibility: "private" });
    expect(await rollback("hidden", {}, reader)).toMatchObject({ matched: 0, edited: 0 });
    expect(await codeOf(rollback("hidden", { suspend: true }, reader))).toBe("FORBIDDEN");
    expect(await codeOf(rollback("hidden", { op: "restore", suspend: true }))).toBe("VALIDATION_ERROR");
    expect(await codeOf(rollback("nobody-here", { suspend: true }))).toBe("NOT_FOUND");
    expect(await rollback("hidden")).toMatchObject({ matched: 1, edited: 1, edit_ids: [] });
  });

  it("keeps a suspended writer from revoking its capsules, which nobody could undo", async () => {
    const rogue = agent("revoker");
    const note = await remember(rogue, "Terns nest on the roof");
    const { capsule_id } = await memory.call(rogue, "createCapsule", {
      ...{ scope: "project", subject_type: "roof", subject_id: "south", ttl_days: 1 },
      ...{ audience_agent_ids: ["reader"], items: { chunks: [note] } },
    } as never);
    await memory.call(ann, "suspendPrincipal", { principal_id: "revoker", reason: "odd" });
    expect(await codeOf(memory.call(rogue, "revokeCapsule", { capsule_id }))).toBe("FORBIDDEN");
    const bySql = memory.services.db.transaction(rogue, (tx) =>
      tx.query("select palimpsest.revoke_capsule($1)", [capsule_id]),
    );
    await expect(bySql).rejects.toThrow(/suspended/);
    expect(await memory.call(reader, "getCapsule", { capsule_id })).toMatchObject({ status: "active" });
    await memory.call(ann, "resumePrincipal", { principal_id: "revoker" });
    expect(await memory.call(rogue, "revokeCapsule", { capsule_id })).toMatchObject({ status: "revoked" });
  });

  it("stops a writer that goes on writing: whatever it wrote before is gone, and later writes are refused", async () => {
    const rogue = agent("flooder");
    let refused = 0;
    const flood = async (lane: number) => {
      for (let n = 0; refused < 3 && n < 500; n++) {
        const written = remember(rogue, `Flood ${lane} ${n} of the marsh`);
        if ((await codeOf(written).catch(() => undefined)) === "FORBIDDEN") refused += 1;
      }
    };
    const lanes = [flood(1), flood(2)];
    await remember(rogue, "Flood of the marsh begins");
    const made = await rollback("flooder", { suspend: true });
    expect(made.rollback?.suspended_at).toEqual(expect.any(String));
    await Promise.all(lanes);
    expect(refused).toBeGreaterThanOrEqual(3);
    if (made.rollback?.job_id !== null) await rollback("flooder");
    const [row] = await memory.database.ownerQuery<{ n: number }>(
      "select count(*)::integer as n from palimpsest.memory where writer = 'agent:flooder' and not retracted",
    );
    expect(row?.n).toBe(0);
    await memory.call(ann, "resumePrincipal", { principal_id: "flooder" });
    expect(await remember(rogue, "The marsh is dry again")).toBeDefined();
  });
});
