import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlState } from "../db/index.js";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the writer of a memory on $name", (engine) => {
  let memory: TestMemory;
  const [reviewer, bot, other] = [human("ann"), agent("bot"), agent("other")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const sql = (who: Principal, text: string, values: unknown[] = []) =>
    memory.services.db.transaction(who, (tx) => tx.query<{ [column: string]: unknown }>(text, values));
  const hidden = async (text: string) =>
    (await memory.call(bot, "remember", { text, visibility: "private" })).memory_id;
  const insertEdit = (who: Principal, id: string, op: string) =>
    sql(
      who,
      `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, reason, proposer_type, proposer_id)
       values ($1, $2, $3, $4, 'a test', $5, $6) returning edit_id`,
      [who.tenantId, `edt_${who.id}_${op}_${id}`, id, op, who.type, who.id],
    );

  it("is the principal, whoever is said to have spoken", async () => {
    for (const [actor_type, actor_id] of [
      ["tool", "tool7"],
      ["human", "maria"],
      ["agent", "other"],
    ] as const) {
      const said = message(`Heard from ${actor_id}`, { actor_type, actor_id });
      const { chunk_id } = await memory.call(bot, "recordEvent", said);
      const [row] = await sql(bot, "select writer, speaker from palimpsest.memory where id = $1", [chunk_id]);
      expect(row).toEqual({ writer: "agent:bot", speaker: actor_id });
    }
  });

  it.each(["human:ann", "agent:other", "tool:web", "service:bot"])(
    "cannot be chosen in SQL: %s",
    async (writer) => {
      const insert = sql(
        bot,
        `insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, channel, owner_id, text,
           content_hash, original_hash, occurred_at)
         values ($1, $2, 'chunk', 'agent', $2, -16, 'agent', 'bot', 'x', 'x', 'x', now())`,
        [bot.tenantId, writer],
      );
      expect(await insert.catch(sqlState)).toBe("42501");
    },
  );

  it("does not keep those who review from undoing what they cannot read", async () => {
    const id = await hidden("my own notes on the heron");
    expect(await sql(reviewer, "select id from palimpsest.memory where id = $1", [id])).toEqual([]);
    expect(await sql(reviewer, "select id from palimpsest.states(array[$1])", [id])).toEqual([]);
    expect(await sql(reviewer, "select id from palimpsest.lock_memories(array[$1])", [id])).toEqual([{ id }]);
    for (const op of ["retract", "quarantine", "block", "restore"]) {
      expect(await insertEdit(reviewer, id, op)).toHaveLength(1);
    }
    for (const op of ["amend", "attenuate"]) {
      expect(await insertEdit(reviewer, id, op).catch(sqlState)).toBe("42501");
    }
  });

  it("keeps everybody else from locking, editing or seeing edits of what they cannot read", async () => {
    const id = await hidden("my own notes on the egret");
    await insertEdit(reviewer, id, "retract");
    expect(await sql(other, "select id from palimpsest.lock_memories(array[$1])", [id])).toEqual([]);
    expect(await insertEdit(other, id, "retract").catch(sqlState)).toBe("42501");
    expect(await sql(other, "select 1 from palimpsest.memory_edit where memory_id = $1", [id])).toEqual([]);
    expect(
      await sql(human("bob"), "select 1 from palimpsest.memory_edit where memory_id = $1", [id]),
    ).toEqual([]);
    expect(await sql(bot, "select op from palimpsest.memory_edit where memory_id = $1", [id])).toEqual([
      { op: "retract" },
    ]);
  });

  it("shows edits that wait of what they cannot read to those who review, without words, and to nobody else", async () => {
    const id = await hidden("my own notes on the bittern");
    const patch = JSON.stringify({ text: "the bittern is gone" });
    await sql(
      bot,
      `with edit as (
         insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id)
         values ($1, 'edt_unread', $2, 'amend', $3, 'a test', 'agent', 'bot') returning edit_id)
       insert into palimpsest.memory_edit_pending (tenant_id, edit_id, memory_id) select $1, edit_id, $2 from edit`,
      [bot.tenantId, id, patch],
    );
    const waiting = "select edit_id, patch from palimpsest.unread_edits(null, $1, null, null, null, 10)";
    expect(await sql(reviewer, waiting, [id])).toEqual([{ edit_id: "edt_unread", patch: {} }]);
    for (const who of [bot, other]) expect(await sql(who, waiting, [id])).toEqual([]);
    const undone = "select edit_id from palimpsest.undone_edits($1, '{}')";
    await insertEdit(reviewer, id, "retract");
    expect(await sql(other, undone, [id])).toEqual([]);
  });

  it("signs its edits with its own name and type", async () => {
    const { memory_id } = await memory.call(bot, "remember", { text: "The ford is north" });
    const forged = sql(
      bot,
      `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, reason, proposer_type, proposer_id)
       values ($1, 'edt_forged', $2, 'retract', 'a test', 'human', 'bot')`,
      [bot.tenantId, memory_id],
    );
    expect(await forged.catch(sqlState)).toBe("42501");
  });
});
