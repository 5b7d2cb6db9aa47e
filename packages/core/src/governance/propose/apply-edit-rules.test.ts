import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";
import { codeOf, refusal, surgery } from "../testing/surgery.js";

describe.each(engines)("the limits of an edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, get, find, history, approve } = surgery(() => memory);
  const ann = human("ann");

  it("answers a second retraction like the first, and records nothing", async () => {
    const id = await write("retracted once");
    const first = await edit(ann, id, { op: "retract" });
    expect(await edit(ann, id, { op: "retract" })).toEqual(first);
    expect(await edit(agent("bot"), id, { op: "retract" })).toEqual(first);
    expect((await history(id)).edits).toHaveLength(1);
  });

  it("retracts once when several retract at once", async () => {
    const id = await write("retracted by many");
    const made = await Promise.all(
      ["ann", "ben", "eve", "dan"].map((who) => edit(human(who), id, { op: "retract" })),
    );
    expect(new Set(made.map((e) => e.edit_id)).size).toBe(1);
    expect((await history(id)).edits).toHaveLength(1);
  });

  it("loses no delta when many attenuate at once", async () => {
    const id = await write("many hands");
    await edit(ann, id, { op: "attenuate", patch: { importance: 1 } });
    await Promise.all(
      Array.from({ length: 8 }, () => edit(ann, id, { op: "attenuate", patch: { importance_delta: -0.1 } })),
    );
    expect((await get(id))!.importance).toBeCloseTo(0.2, 5);
  });

  it("gives a consistent result for amends, restores and retractions sent at once", async () => {
    const id = await write("contended text");
    await edit(ann, id, { op: "attenuate", patch: { importance: 0.5 } });
    const made = await Promise.allSettled([
      edit(ann, id, { op: "amend", patch: { text: "contended alpha" } }),
      edit(ann, id, { op: "restore" }),
      edit(ann, id, { op: "amend", patch: { text: "contended beta" } }),
      edit(ann, id, { op: "retract" }),
      edit(ann, id, { op: "restore", patch: { op: "retract" } }),
    ]);
    // What comes after the retraction, or before anything to undo, is refused.
    for (const one of made) if (one.status === "rejected") expect(one.reason.code).toBe("CONFLICT");
    const applied = 1 + made.filter(({ status }) => status === "fulfilled").length;
    const [row] = await memory.services.db.transaction(ann, (tx) =>
      tx.query(
        `select m.retracted = s.retracted and m.edit_count = $3 and (m.retracted or m.text = s.text) as same,
           m.word_count = (select coalesce(sum(t.tf), 0) from palimpsest.memory_term t
                           where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position)
           and m.retracted = (m.word_count = 0) as indexed
         from palimpsest.memory m join palimpsest.states(array[$1]) s on s.id = m.id
         where m.tenant_id = $2`,
        [id, ann.tenantId, applied],
      ),
    );
    expect(row).toEqual({ same: true, indexed: true });
  });

  it("answers the same for a target that is missing, foreign, private to another, expired or of another type", async () => {
    const foreign = await write("tenant b's own", {}, human("eve", tenantB));
    const mine = await write("a chunk");
    const hidden = await memory.call(human("ben"), "remember", {
      text: "ben's secret wish",
      visibility: "private",
    });
    const expired = await memory.call(ann, "remember", {
      text: "gone soon",
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await memory.database.ownerQuery(
      "update palimpsest.memory set expires_at = clock_timestamp() where id = $1",
      [expired.memory_id],
    );
    const retract = { op: "retract" };
    const refused = await Promise.all([
      refusal(edit(ann, "chk_missing", retract)),
      refusal(edit(ann, foreign, retract)),
      refusal(edit(ann, hidden.memory_id, retract)),
      refusal(edit(ann, expired.memory_id, retract)),
      refusal(edit(ann, mine, { ...retract, target_type: "decision" })),
    ]);
    expect(new Set(refused.map((r) => JSON.stringify(r))).size).toBe(1);
    expect(refused[0]!.code).toBe("NOT_FOUND");
    expect(await get(foreign, {}, human("eve", tenantB))).toBeDefined();
  });

  it("masks a secret in an amended text as in a new one", async () => {
    const id = await write("the key is in the safe");
    await edit(ann, id, { op: "amend", patch: { text: "the key is AKIAIOSFODNN7EXAMPLE, mind it" } });
    expect((await get(id))?.text).toBe("the key is [SECRET_REDACTED], mind it");
    const kept = await memory.database.ownerQuery(
      `select 1 from palimpsest.memory_edit where patch::text like '%AKIAIOSFODNN7%'`,
    );
    expect(kept).toEqual([]);
  });

  it("gives a retry with the same key the first answer and edits once", async () => {
    const id = await write("edited once only");
    const input = {
      target_type: "chunk",
      target_id: id,
      op: "attenuate",
      patch: { importance_delta: 0.25 },
      reason: "matters",
    } as const;
    const [first, second] = [
      await memory.call(ann, "applyEdit", input, { idempotencyKey: "k-edit" }),
      await memory.call(ann, "applyEdit", input, { idempotencyKey: "k-edit" }),
    ];
    expect(second).toEqual(first);
    expect((await get(id))!.importance).toBeCloseTo(0.25, 5);
  });

  it.each([
    [{ op: "retract", reason: "" }],
    [{ op: "retract", reason: "  \n " }],
    [{ op: "retract", reason: "x".repeat(2_001) }],
    [{ op: "erase" }],
    [{ op: "attenuate", patch: { importance: Number.NaN } }],
    [{ op: "attenuate", patch: { importance: Number.POSITIVE_INFINITY } }],
    [{ op: "attenuate", patch: { importance: 1.01 } }],
    [{ op: "attenuate", patch: { importance_delta: -2 } }],
    [{ op: "amend", patch: { channel: "team" } }],
    [{ op: "block", patch: { channel: "everywhere" } }],
    [{ op: "retract", patch: { text: "x" } }],
    [{ op: "restore", cascade: "quarantine" }],
  ])("refuses %j and leaves the memory as it was", async (bad) => {
    const id = await write("left alone");
    expect(await codeOf(edit(ann, id, bad))).toBe("VALIDATION_ERROR");
    expect((await history(id)).edits).toEqual([]);
  });

  it("refuses an amendment without visible text", async () => {
    const id = await write("left as it is");
    for (const text of ["", " \n "]) {
      expect(await codeOf(edit(ann, id, { op: "amend", patch: { text } }))).toBe("EMPTY_CONTENT");
    }
    expect((await history(id)).edits).toEqual([]);
  });

  it("shows the effect of a pending edit only in its preview", async () => {
    const id = await write("llamas hum softly");
    const made = await edit(agent("bot"), id, { op: "amend", patch: { text: "alpacas hum softly" } });
    const reached = { cascaded: 0, twins: 0, waiting: 0 };
    expect(made).toEqual({ edit_id: made.edit_id, status: "pending", ...reached });
    expect((await get(id))?.text).toBe("llamas hum softly");
    expect(await find("alpacas")).toEqual([]);
    const preview = await memory.call(ann, "previewPendingEdit", { edit_id: made.edit_id });
    expect([preview.before.text, preview.after.text]).toEqual(["llamas hum softly", "alpacas hum softly"]);
    await approve(made.edit_id);
    expect((await get(id))?.text).toBe("alpacas hum softly");
  });
});
