import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";

describe.each(engines)("the cascade of an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, derive, edit, get, history, approve } = surgery(() => memory);
  const ann = human("ann");
  const link = (from: string, to: string) =>
    memory.database.ownerQuery(
      `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type) values ($1, $2, $3, 'derived_from')`,
      [ann.tenantId, from, to],
    );

  it("reaches a memory that is being derived at the same moment", async () => {
    for (let round = 0; round < 12; round++) {
      const source = await write(`a source of round ${round}`);
      const [made] = await Promise.allSettled([
        derive(`made in round ${round}`, [source]),
        edit(ann, source, { op: "retract", cascade: "quarantine" }),
      ]);
      if (made.status === "fulfilled") expect(await get(made.value), String(round)).toBeUndefined();
      else expect(made.reason).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("is counted the same when somebody else repeats the edit, also where that one reads less", async () => {
    const source = await write("a source with private offspring");
    await derive("public offspring", [source]);
    await memory.call(agent("bot"), "remember", {
      ...{ text: "private offspring", derived_from: [source], visibility: "private" },
    } as never);
    const retraction = { op: "retract", cascade: "quarantine" };
    const made = await edit(human("rev"), source, retraction);
    expect(made.cascaded).toBe(2);
    const { edit_id, cascaded, twins, waiting } = made;
    expect(await edit(ann, source, retraction)).toMatchObject({ edit_id, cascaded, twins, waiting });
  });

  it("quarantines everything derived from the memory, also through a cycle of links", async () => {
    const source = await write("the source of it all");
    const child = await derive("a child of the source", [source]);
    const grandchild = await derive("a grandchild of the source", [child]);
    await link(source, grandchild);
    const made = await edit(ann, source, { op: "retract", cascade: "quarantine" });
    expect(made.cascaded).toBe(2);
    for (const id of [child, grandchild]) {
      expect(await get(id)).toBeUndefined();
      const { current, edits } = await history(id);
      expect(current.is_quarantined).toBe(true);
      expect(edits[0]).toMatchObject({ op: "quarantine", status: "approved", proposer_id: "ann" });
      expect(edits[0]!.reason).toContain(source);
    }
    expect((await edit(ann, source, { op: "retract", cascade: "quarantine" })).edit_id).toBe(made.edit_id);
  });

  it("accepts a reason of the greatest length, also when it is cut at an emoji", async () => {
    for (const reason of ["😀".repeat(1_000), `x${"😀".repeat(999)}`]) {
      const source = await write(`a source retracted at length ${reason.length}`);
      const child = await derive(`a child of length ${reason.length}`, [source]);
      expect(await edit(ann, source, { op: "retract", cascade: "quarantine", reason })).toMatchObject({
        cascaded: 1,
      });
      expect((await history(child)).edits[0]!.reason).toMatch(/^Made from [^ ]+: x?(😀)+$/u);
    }
  });

  it("applies a correction to derived memories with the wrong words, and quarantines the others", async () => {
    const source = await write("the fee is 5.00 a day");
    const verbatim = await derive("Summary: they charge 5.00 for it.", [source]);
    const paraphrase = await derive("Summary: it costs five a day.", [source]);
    const made = await edit(ann, source, {
      op: "amend",
      patch: { text: "the fee is 5.50 a day" },
      cascade: "rederive",
    });
    expect(made.cascaded).toBe(2);
    expect((await get(verbatim))?.text).toBe("Summary: they charge 5.50 for it.");
    expect((await history(paraphrase)).current.is_quarantined).toBe(true);
    const found = await memory.call(ann, "searchChunks", { query: "charge 5.50", channel: "private" });
    expect(found.chunks.map((c) => c.chunk_id)).toContain(verbatim);
  });

  it("leaves derived memories alone when it is not chosen", async () => {
    const source = await write("a plain source");
    const child = await derive("a child left alone", [source]);
    expect((await edit(ann, source, { op: "retract" })).cascaded).toBe(0);
    expect(await get(child)).toBeDefined();
  });

  it("is applied with the approval, as proposed or as the approver chooses", async () => {
    const sources = [await write("proposed with one"), await write("approved with one")];
    const children = [await derive("child one", [sources[0]!]), await derive("child two", [sources[1]!])];
    const [first, second] = [
      await edit(agent("bot"), sources[0]!, { op: "retract", cascade: "quarantine" }),
      await edit(agent("bot"), sources[1]!, { op: "retract" }),
    ];
    expect(await get(children[0]!)).toBeDefined();
    const answer = await approve(first.edit_id);
    expect(answer.cascaded).toBe(1);
    expect(await approve(first.edit_id)).toEqual(answer);
    const chosen = { edit_id: second.edit_id, cascade: "quarantine" } as const;
    expect((await memory.call(human("rev"), "approveEdit", chosen)).cascaded).toBe(1);
    for (const child of children) expect(await get(child)).toBeUndefined();
  });

  it("refuses a chain deeper than its limit, and changes nothing", async () => {
    const source = await write("the top of a deep chain");
    let last = source;
    for (let depth = 1; depth <= 11; depth++) last = await derive(`step ${depth} of a deep chain`, [last]);
    expect(await codeOf(edit(ann, source, { op: "retract", cascade: "quarantine" }))).toBe("CONFLICT");
    expect(await get(source)).toBeDefined();
    expect((await history(source)).edits).toEqual([]);
  });

  it("changes nothing when a part of it fails", async () => {
    const source = await write("all or nothing");
    const child = await derive("all or nothing for the child", [source]);
    await memory.database.ownerQuery(
      `create function public.refuse_child() returns trigger language plpgsql as
         $$ begin if new.memory_id = '${child}' then raise exception 'no'; end if; return new; end $$`,
    );
    await memory.database.ownerQuery(
      `create trigger refuse_child before insert on palimpsest.memory_edit_event for each row execute function public.refuse_child()`,
    );
    await expect(edit(ann, source, { op: "retract", cascade: "quarantine" })).rejects.toThrow();
    await memory.database.ownerQuery(`drop trigger refuse_child on palimpsest.memory_edit_event`);
    expect(await get(source)).toBeDefined();
    expect((await history(source)).edits).toEqual([]);
  });
});
