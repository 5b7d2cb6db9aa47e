import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { newId, type Principal } from "../../identity/index.js";
import { openWorld, type World } from "../../testing/open-world.js";

interface State {
  [column: string]: unknown;
  text: string | null;
  attributes: Record<string, unknown> | null;
  amended: boolean;
}

describe.each(engines)("attributes in the fold on $name", (engine) => {
  let world: World;
  let who: Principal;
  beforeAll(async () => {
    world = await openWorld(engine);
    who = await world.person("ann");
  });
  afterAll(() => world.close());

  const sql = <R extends object>(text: string, values: unknown[]) =>
    world.services.db.transaction(who, (tx) => tx.query<R & { [column: string]: unknown }>(text, values));
  /** A memory whose text was composed from its attributes, or written as it is. */
  const write = async (attributes: object, { composed }: { composed: boolean }) => {
    const id = newId("dec");
    await sql(
      `with m as (
         insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, channel, owner_id, text,
           attributes, content_hash, original_hash, occurred_at)
         values ($1, $2, 'decision', 'human', 'human:ann', -16 * nextval('palimpsest.solo_position'), 'private', $3,
           'first text', $4, 'h', 'h', now()))
       insert into palimpsest.memory_original (tenant_id, memory_id, text, attributes, importance)
       values ($1, $2, $5, $4, 0)`,
      [who.tenantId, id, who.id, JSON.stringify(attributes), composed ? null : "first text"],
    );
    return id;
  };
  const append = async (memoryId: string, op: string, patch: object = {}) => {
    const id = newId("edt");
    await sql(
      `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id)
       values ($1, $2, $3, $4, $5, 'a test', 'human', $6)`,
      [who.tenantId, id, memoryId, op, JSON.stringify(patch), who.id],
    );
    await sql(
      `insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
       values ($1, $2, $3, 'approved', 'human', $4)`,
      [who.tenantId, id, memoryId, who.id],
    );
    return id;
  };
  const state = async (id: string, op: string | null = null, patch: object | null = null): Promise<State> => {
    const [row] = await sql<State>(`select * from palimpsest.states(array[$1], null, $2, $3)`, [
      id,
      op,
      patch && JSON.stringify(patch),
    ]);
    return row!;
  };
  const refold = (id: string, text: string | null, attributes: object | null) =>
    sql(`select palimpsest.refold($1, $2, $3, $2, '', 0, 'hash', 'words', 1, null, null)`, [
      id,
      text,
      attributes && JSON.stringify(attributes),
    ]);
  const refoldMany = (id: string) => sql(`select palimpsest.refold_many(array[$1])`, [id]);
  const stored = async (id: string) => {
    const [row] = await sql(`select text, attributes, amended from palimpsest.memory where id = $1`, [id]);
    return row;
  };

  it("takes the last live value of each key, removes a key set to null, and keeps the others", async () => {
    const id = await write({ a: 1, b: { deep: [1, null] }, c: "x" }, { composed: false });
    expect(await state(id)).toMatchObject({
      attributes: { a: 1, b: { deep: [1, null] }, c: "x" },
      amended: false,
    });
    await append(id, "amend", { attributes: { a: 2, d: [] } });
    await append(id, "amend", { attributes: { a: 3, c: null } });
    const now = { a: 3, b: { deep: [1, null] }, d: [] };
    expect(await state(id)).toMatchObject({ text: "first text", attributes: now, amended: true });
    expect((await state(id, "amend", { attributes: { c: "y", d: null } })).attributes).toEqual({
      a: 3,
      b: { deep: [1, null] },
      c: "y",
    });
  });

  it("gives back what a restored edit had changed, all of it or that of one edit", async () => {
    const id = await write({ a: 1, b: 1 }, { composed: false });
    const first = await append(id, "amend", { attributes: { a: 2, b: 2 } });
    await append(id, "amend", { attributes: { b: 3 } });
    await append(id, "restore", { edit_id: first });
    expect((await state(id)).attributes).toEqual({ a: 1, b: 3 });
    await append(id, "restore");
    expect(await state(id)).toMatchObject({ attributes: { a: 1, b: 1 }, amended: false });
  });

  it("hides the attributes of a retracted memory as it hides its text", async () => {
    const id = await write({ a: 1 }, { composed: false });
    await append(id, "retract");
    expect(await state(id)).toMatchObject({ text: null, attributes: null });
  });

  it("has no text where that is composed, and stores the one that the caller composed", async () => {
    const id = await write({ title: "old" }, { composed: true });
    await append(id, "amend", { attributes: { title: "new" } });
    expect(await state(id)).toMatchObject({ text: null, attributes: { title: "new" } });
    await refold(id, "new, composed", { title: "new" });
    expect(await stored(id)).toEqual({ text: "new, composed", attributes: { title: "new" }, amended: true });
  });

  it("refuses a text that was composed from other attributes, and a change that nobody analysed", async () => {
    const id = await write({ title: "old" }, { composed: true });
    await append(id, "amend", { attributes: { title: "new" } });
    await expect(refold(id, "stale", { title: "old" })).rejects.toMatchObject({ code: "PA003" });
    await expect(refold(id, null, null)).rejects.toMatchObject({ code: "PA003" });
    await expect(refoldMany(id)).rejects.toMatchObject({ code: "PA003" });
    expect(await stored(id)).toEqual({ text: "first text", attributes: { title: "old" }, amended: false });
  });

  it("needs no analysis where attributes change beside a text of its own", async () => {
    const id = await write({ priority: 1 }, { composed: false });
    await append(id, "amend", { attributes: { priority: 2 } });
    await refoldMany(id);
    expect(await stored(id)).toEqual({ text: "first text", attributes: { priority: 2 }, amended: true });
  });

  it("composes anew when a retracted memory was amended and comes back", async () => {
    const id = await write({ title: "old" }, { composed: true });
    await append(id, "retract");
    await refoldMany(id);
    await append(id, "amend", { attributes: { title: "new" } });
    await refoldMany(id);
    await append(id, "restore", { op: "retract" });
    await expect(refoldMany(id)).rejects.toMatchObject({ code: "PA003" });
    await refold(id, "new, composed", { title: "new" });
    expect(await stored(id)).toMatchObject({ text: "new, composed", attributes: { title: "new" } });
  });

  it("refuses a patch whose attributes are no object", async () => {
    const id = await write({}, { composed: false });
    await expect(append(id, "amend", { attributes: [1] })).rejects.toMatchObject({ code: "23514" });
  });
});
