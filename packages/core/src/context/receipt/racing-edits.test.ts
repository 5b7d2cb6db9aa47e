import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import { message } from "../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("contexts that are built while something is committed on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);
  const ann = human("ann");

  const build = async (session_id: string) =>
    (
      await memory.call(agent("bot"), "buildAcb", {
        ...{ session_id, channel: "private", query: "marten", project_id: session_id },
      })
    ).acb;
  const expectVerified = async (acb: { acb_id: string; prompt: string }) => {
    const again = await memory.call(human("rev"), "replayAcb", { acb_id: acb.acb_id, see_withheld: true });
    expect(again.acb.prompt).toBe(acb.prompt);
    expect(again.verified).toBe(true);
    return again;
  };

  it("replay to what they showed, whichever came first", async () => {
    const session_id = "race";
    const say = (text: string) =>
      memory.call(ann, "recordEvent", message(text, { session_id, content: { project_id: session_id } }));
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) ids.push((await say(`The marten number ${n}`)).chunk_id!);
    const { memory_id: task_id } = await memory.call(ann, "createTask", {
      ...{ title: "Feed the marten", project_id: session_id },
    });
    const changes = [
      () => edit(ann, ids[0]!, { op: "retract" }),
      () => edit(ann, ids[1]!, { op: "amend", patch: { text: "The marten is a stoat" } }),
      () => memory.call(ann, "setTaskStatus", { memory_id: task_id, status: "done" }),
      () => say("One more marten"),
      () => edit(ann, ids[2]!, { op: "quarantine" }),
      () => edit(ann, ids[0]!, { op: "restore" }),
    ];
    const built = [];
    for (const change of changes) {
      const [acb] = await Promise.all([
        build(session_id),
        change(),
        build(session_id).then((b) => built.push(b)),
      ]);
      built.push(acb);
    }
    for (const acb of built) await expectVerified(acb);
  });

  // An engine with one connection builds nothing while a transaction is open.
  it.runIf(engine.name === "postgres")(
    "do not show an edit that had its time but was not committed, nor does their replay",
    async () => {
      const session_id = "held";
      const place = { session_id, content: { project_id: session_id } };
      const { chunk_id } = await memory.call(ann, "recordEvent", message("The marten sleeps", place));
      const held = await edit(agent("bot"), chunk_id!, { op: "retract" });
      const { acb, at } = await memory.services.db.transaction(ann, async (tx) => {
        // As an approval does, but held open after the edit has its time and the record of a turn its own.
        const [decided] = await tx.query<{ at: Date }>(
          `insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
           values ($1, $2, $3, 'approved', 'human', 'ann') returning at`,
          [ann.tenantId, held.edit_id, chunk_id],
        );
        await tx.query(
          `insert into palimpsest.record (tenant_id, event_id, occurred_at, session_id, channel, actor_type, actor_id,
             kind, sensitivity, content, principal_id)
           values ($1, 'evt_held', now(), $2, 'private', 'human', 'ann', 'tool_call', 'none', '{}', 'ann')`,
          [ann.tenantId, session_id],
        );
        await tx.query(`select palimpsest.refold_many($1)`, [[chunk_id]]);
        return { acb: await build(session_id), at: decided!.at };
      });
      expect(acb.prompt).toContain("The marten sleeps");
      expect(acb.prompt).not.toContain("tool_call");
      const [receipt] = await memory.database.ownerQuery<{ after: boolean }>(
        `select read_at > $2 as after from palimpsest.receipt where acb_id = $1`,
        [acb.acb_id, at],
      );
      expect(receipt!.after).toBe(true);
      const again = await expectVerified(acb);
      expect(again.causes).toEqual([
        { memory_id: chunk_id, cause: "edit", reason: "retracted", edit_id: held.edit_id, op: "retract" },
      ]);
      const after = await build(session_id);
      expect(after.prompt).not.toContain("The marten sleeps");
      expect(after.prompt).toContain("tool_call");
      await expectVerified(after);
    },
  );

  it.runIf(engine.name === "postgres")("and show a capsule whose revocation was not committed", async () => {
    const session_id = "capsule";
    const { memory_id } = await memory.call(ann, "remember", { text: "The marten plan" });
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["bot"] },
      items: { chunks: [memory_id], decisions: [], artifacts: [] },
      risks: ["The marten bites"],
    });
    const acb = await memory.services.db.transaction(ann, async (tx) => {
      await tx.query(`select palimpsest.revoke_capsule($1)`, [capsule_id]);
      return build(session_id);
    });
    expect(acb.prompt).toContain("The marten bites");
    expect((await expectVerified(acb)).causes).toMatchObject([
      { memory_id: capsule_id, cause: "revocation" },
    ]);
    const after = await build(session_id);
    expect(after.prompt).not.toContain("The marten bites");
    await expectVerified(after);
  });
});
