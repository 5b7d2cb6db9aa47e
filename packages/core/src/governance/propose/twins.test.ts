import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

describe.each(engines)("memories with the same words on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, derive, edit, get, history, approve } = surgery(() => memory);
  const [ann, bot] = [human("ann"), agent("bot")];
  const preview = (id: string, who: Principal = ann) =>
    memory.call(who, "previewEdit", { target_type: "memory", target_id: id, op: "retract" });
  const isShown = async (...ids: string[]) => {
    const shown: boolean[] = [];
    for (const id of ids) shown.push((await get(id)) !== undefined);
    return shown;
  };

  it("go with a retraction also where they are written while it is planned", async () => {
    const { db } = memory.services;
    const { transaction } = db;
    const first = await write("The quay floods in spring.");
    let second: string | undefined;
    // An edit is planned in transactions that only read, which do not know of this memory.
    const inBetween: typeof transaction = async (who, work, options) => {
      if (who.id === ann.id && options?.readOnly !== true && second === undefined) {
        second = "";
        second = await write("the quay floods in spring", {}, bot);
      }
      return transaction.call(db, who, work, options) as ReturnType<typeof work>;
    };
    db.transaction = inBetween;
    try {
      expect(await edit(ann, first, { op: "retract" })).toMatchObject({ status: "approved", twins: 1 });
    } finally {
      db.transaction = transaction;
    }
    expect(await isShown(first, second!)).toEqual([false, false]);
  });

  it("go with a retraction also where they are being written as it is applied", async () => {
    const { db } = memory.services;
    const { transaction } = db;
    const first = await write("The weir freezes in winter.");
    let retracted: ReturnType<typeof edit> | undefined;
    // The writer has looked for retracted words, and its transaction goes on while the retraction is made.
    const heldOpen: typeof transaction = (who, work, options) =>
      transaction.call(
        db,
        who,
        async (tx) => {
          const written = await work(tx);
          if (who.id === bot.id && options?.readOnly !== true && retracted === undefined) {
            retracted = edit(ann, first, { op: "retract" });
            await new Promise((resolve) => setTimeout(resolve, 500));
          }
          return written;
        },
        options,
      ) as ReturnType<typeof work>;
    db.transaction = heldOpen;
    let second: string;
    try {
      second = await write("the weir freezes in winter", {}, bot);
    } finally {
      db.transaction = transaction;
    }
    expect(await retracted).toMatchObject({ status: "approved", twins: 1 });
    expect(await isShown(first, second)).toEqual([false, false]);
  });

  it("are named by the preview, retracted along, and come back with one restore", async () => {
    const [first, second] = [
      await write("The mill burns at night."),
      await write("“the mill burns at night”"),
    ];
    const near = await write("The mill burns at night, again");
    const other = await write("The mill turns at night");
    expect(await preview(first)).toMatchObject({
      twins: [{ memory_id: second, kind: "chunk" }],
      twin_count: 1,
      near_twins: [{ memory_id: near, text: "The mill burns at night, again" }, { memory_id: other }],
    });
    const made = await edit(ann, first, { op: "retract" });
    expect(made).toMatchObject({ status: "approved", twins: 1, cascaded: 0, waiting: 0 });
    expect(await isShown(first, second, near)).toEqual([false, false, true]);
    expect((await history(second)).edits[0]!.reason).toContain(first);
    expect(await edit(ann, first, { op: "retract" })).toEqual(made);

    const back = await edit(ann, first, { op: "restore", patch: { edit_id: made.edit_id } });
    expect(back).toMatchObject({ cascaded: 1 });
    expect(await isShown(first, second)).toEqual([true, true]);
    const found = await memory.call(ann, "recall", { query: "mill burns at night" });
    expect(found.memories.map(({ memory_id }) => memory_id)).toEqual(expect.arrayContaining([first, second]));
  });

  it("are left when the editor says so, and by every other operation", async () => {
    const [first, second] = [await write("A stork on the roof"), await write("a stork on the roof!")];
    expect(await edit(ann, first, { op: "quarantine" })).toMatchObject({ twins: 0 });
    expect(await edit(ann, first, { op: "retract", twins: "leave" })).toMatchObject({ twins: 0 });
    expect(await isShown(first, second)).toEqual([false, true]);
  });

  it("are forgotten with it, and the message says so", async () => {
    const ids = [
      await write("The well is dry"),
      await write("the well is dry."),
      await write("The well is dry…"),
    ];
    const { message } = await memory.call(ann, "forget", { memory_id: ids[0]!, reason: "it rained" });
    expect(message).toContain("with 2 more that said the same");
    expect(await isShown(...ids)).toEqual([false, false, false]);
  });

  it("are told apart by their subject, unless one names none", async () => {
    const about = async (subject_id: string) =>
      (
        await memory.call(ann, "remember", {
          ...{ text: "Takes no sugar", scope: "user", subject_type: "user", subject_id },
        })
      ).memory_id;
    const [zoe, yan] = [await about("zoe"), await about("yan")];
    expect((await preview(zoe)).twins).toEqual([]);
    await edit(ann, zoe, { op: "retract" });
    expect(await isShown(zoe, yan)).toEqual([false, true]);
  });

  it("bring along what was made from them", async () => {
    const [first, second] = [await write("The toll is five"), await write("the toll is five.")];
    const child = await derive("A summary of the other toll", [second]);
    expect((await preview(first)).blast_radius).toMatchObject({ derived_count: 1, hidden_count: 0 });
    expect(await edit(ann, first, { op: "retract", cascade: "quarantine" })).toMatchObject({
      twins: 1,
      cascaded: 1,
    });
    expect(await isShown(first, second, child)).toEqual([false, false, false]);
    await edit(ann, first, { op: "restore" });
    expect(await isShown(first, second, child)).toEqual([true, true, true]);
  });

  it("count once, as twins, where they were made from the memory too", async () => {
    const source = await write("The ferry leaves at six");
    const same = await derive("the ferry leaves at six!", [source]);
    const other = await derive("A summary of the ferry", [source]);
    expect(await preview(source)).toMatchObject({
      twins: [{ memory_id: same }],
      blast_radius: { derived: [{ memory_id: other }], derived_count: 1, hidden_count: 0 },
    });
    expect(await edit(ann, source, { op: "retract", cascade: "quarantine" })).toMatchObject({
      twins: 1,
      cascaded: 1,
    });
    expect(await isShown(source, same, other)).toEqual([false, false, false]);
  });

  it("wait for approval where the editor's retraction of them would", async () => {
    const open = await write("The cellar floods in May");
    const own = (
      await memory.call(bot, "remember", { text: "the cellar floods in may!", visibility: "private" })
    ).memory_id;
    const made = await edit(bot, own, { op: "retract" });
    expect(made).toMatchObject({ status: "approved", twins: 0, waiting: 1 });
    expect(await isShown(open)).toEqual([true]);
    const { edits } = await memory.call(ann, "listEdits", { target_id: open, status: "pending" });
    expect(edits).toHaveLength(1);
    await approve(edits[0]!.edit_id);
    expect(await isShown(open)).toEqual([false]);
  });

  it("are taken when an agent's retraction is approved, unless the approver leaves them", async () => {
    for (const [twins, shown] of [
      [undefined, false],
      ["leave", true],
    ] as const) {
      const [first, second] = [
        await write(`The kiln cracked ${twins}`),
        await write(`the kiln, cracked ${twins}.`),
      ];
      const { edit_id } = await edit(bot, first, { op: "retract" });
      expect((await memory.call(ann, "previewPendingEdit", { edit_id })).twin_count).toBe(1);
      const answer = await memory.call(ann, "approveEdit", { edit_id, twins });
      expect(answer.twins).toBe(shown ? 0 : 1);
      expect(await memory.call(ann, "approveEdit", { edit_id })).toEqual(answer);
      expect(await isShown(first, second)).toEqual([false, shown]);
    }
  });

  it("do not tell a writer whether a guess at a hidden text is right", async () => {
    await write("The code is 4711", { sensitivity: "secret" });
    const hidden = await write("The code is 4712");
    await edit(ann, hidden, { op: "quarantine" });
    const writer: Principal = { ...bot, id: "wes", permissions: new Set(rolePermissions.writer) };
    for (const text of ["the code is 4711", "the code is 4712"]) {
      const { memory_id } = await memory.call(writer, "remember", { text, visibility: "private" });
      expect(await preview(memory_id, writer)).toMatchObject({ twins: [], twin_count: 0 });
      expect(await edit(writer, memory_id, { op: "retract" })).toMatchObject({ twins: 0, waiting: 0 });
    }
  });

  it("stay retracted when another person has retracted them by themselves", async () => {
    const [first, second] = [await write("Geese on the green"), await write("geese on the green.")];
    await edit(ann, first, { op: "retract" });
    const own = await edit(human("ben"), second, { op: "retract" });
    expect((await history(second)).edits).toHaveLength(2);
    await edit(ann, first, { op: "restore" });
    expect(await isShown(first, second)).toEqual([true, false]);
    await edit(human("ben"), second, { op: "restore", patch: { edit_id: own.edit_id } });
    expect(await isShown(second)).toEqual([true]);
  });
});
