import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";

const hostile = [
  "'; drop table palimpsest.memory;--",
  "$1",
  "%",
  "\\",
  "a & | ('",
  "!!!",
  ":*",
  "",
  "the and of",
  "(".repeat(20_000),
  "日本語",
  '"',
  "e\u0301",
];

describe.each(engines)("search_chunks from psql on $name", (engine) => {
  let memory: TestMemory;
  const [ann, ben, bot] = [human(), human("ben"), agent()];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const remember = async (text: string, given: object = {}, who: Principal = ann) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const edit = (target_id: string, op: string, patch: object = {}, who: Principal = ann) =>
    memory.call(who, "applyEdit", { target_type: "memory", target_id, op, patch, reason: "a test" } as never);
  const sql = <R extends object>(text: string, values: unknown[] = [], who: Principal = ann) =>
    memory.services.db.transaction(who, (tx) => tx.query<R & { [column: string]: unknown }>(text, values));
  const search = async (query: string, named: Record<string, unknown> = {}, who = ann, tenant = tenantA) => {
    const extra = Object.keys(named).map((name, at) => `, p_${name} => $${at + 3}`);
    const rows = await sql<{ chunk_id: string; text: string; importance: number; rank: number }>(
      `select * from palimpsest.search_chunks($1, $2${extra.join("")})`,
      [tenant, query, ...Object.values(named)],
      who,
    );
    return rows;
  };
  const found = async (...given: Parameters<typeof search>) =>
    (await search(...given)).map((row) => row.chunk_id);

  it("search_chunks finds by words without a channel, best first", async () => {
    const far = await remember(
      "a wren among a great many other small brown birds of the hedge and the field",
    );
    const near = await remember("wren wren");
    expect(await found("wrens")).toEqual([near, far]);
    const [first] = await search("wren");
    expect(first).toMatchObject({ text: "wren wren", rank: expect.any(Number) });
  });

  it("search_chunks filters by scope, subject and project", async () => {
    const place = { scope: "project", subject_type: "team", subject_id: "ops", project_id: "atlas" };
    const id = await remember("the siskin nests here", place);
    expect(await found("siskin", place)).toEqual([id]);
    for (const [name, value] of Object.entries({
      scope: "user",
      subject_type: "user",
      subject_id: "x",
      project_id: "y",
    })) {
      expect(await found("siskin", { ...place, [name]: value }), name).toEqual([]);
    }
  });

  it("shows a boundary class only to channels cleared for it, and without a channel only public", async () => {
    const event = message("the dunnock keeps to itself", { sensitivity: "high" });
    const { chunk_id: id } = await memory.call(ann, "recordEvent", event);
    expect(await found("dunnock")).toEqual([]);
    expect(await found("dunnock", { channel: "team" })).toEqual([]);
    expect(await found("dunnock", { channel: "private" })).toEqual([id]);
    expect(await found("dunnock", { channel: "no such channel" })).toEqual([]);
  });

  it("hides a blocked memory in that channel and where no channel is named", async () => {
    const id = await remember("the bunting sings at dusk", { channel: "public" });
    await edit(id, "block", { channel: "team" });
    expect(await found("bunting", { channel: "team" })).toEqual([]);
    expect(await found("bunting")).toEqual([]);
    expect(await found("bunting", { channel: "agent" })).toEqual([id]);
    await edit(id, "restore", { channel: "team" });
    expect(await found("bunting", { channel: "team" })).toEqual([id]);
  });

  it("shows a memory with its approved edits applied, and nothing of pending ones", async () => {
    const id = await remember("the lapwing is grey", { importance: 0.8 });
    await edit(id, "amend", { text: "the plover is golden" }, bot);
    expect(await found("lapwing")).toEqual([id]);
    await edit(id, "amend", { text: "the plover is golden" });
    await edit(id, "attenuate", { importance_delta: -0.5 });
    expect(await found("lapwing")).toEqual([]);
    const [row] = await search("plover");
    expect(row).toMatchObject({ chunk_id: id, text: "the plover is golden" });
    expect(row?.importance).toBeCloseTo(0.3, 5);
    await edit(id, "quarantine");
    expect(await found("plover")).toEqual([]);
    expect(await found("plover", { include_quarantined: true })).toEqual([id]);
    await edit(id, "retract");
    expect(await found("plover", { include_quarantined: true })).toEqual([]);
    expect(await sql(`select 1 from palimpsest.effective_chunks where chunk_id = $1`, [id])).toEqual([]);
    await edit(id, "restore");
    expect(await search("lapwing")).toMatchObject([{ chunk_id: id, text: "the lapwing is grey" }]);
    const [whole] = await sql(
      `select is_retracted, is_quarantined, edits_applied from palimpsest.effective_chunks where chunk_id = $1`,
      [id],
    );
    expect(whole).toEqual({ is_retracted: false, is_quarantined: false, edits_applied: 5 });
  });

  it("shows nothing of another tenant, nothing private to somebody else, and nothing without a tenant", async () => {
    const theirs = await remember("the avocet wades", {}, human("ann", tenantB));
    const mine = await remember("the avocet of mine", { visibility: "private" });
    expect(await found("avocet")).toEqual([mine]);
    expect(await found("avocet", {}, ben)).toEqual([]);
    expect(await found("avocet", {}, ann, tenantB)).toEqual([]);
    expect(await found("avocet", {}, human("ann", tenantB), tenantB)).toEqual([theirs]);
    expect(await sql(`select * from palimpsest.get_timeline($1, $2)`, [tenantB, theirs])).toEqual([]);
    expect(await sql(`select * from palimpsest.get_timeline($1, $2)`, [tenantA, mine], ben)).toEqual([]);
    const unseen = await memory.services.db.anonymous((tx) =>
      tx.query(
        `select chunk_id from palimpsest.effective_chunks union all
                select chunk_id from palimpsest.search_chunks($1, 'avocet') union all
                select decision_id from palimpsest.get_active_decisions($1)`,
        [tenantA],
      ),
    );
    expect(unseen).toEqual([]);
  });

  it("takes any string as a query and as any other parameter", async () => {
    for (const text of hostile) {
      await expect(found(text), text.slice(0, 20)).resolves.toEqual([]);
      const odd = { scope: text, subject_type: text, subject_id: text, project_id: text, channel: text };
      await expect(found("wren", odd), text.slice(0, 20)).resolves.toEqual([]);
      await expect(sql(`select * from palimpsest.get_timeline($1, $2)`, [tenantA, text])).resolves.toEqual(
        [],
      );
      await expect(
        sql(`select * from palimpsest.get_active_decisions($1, $2, $2, $2)`, [tenantA, text]),
      ).resolves.toEqual([]);
      await expect(
        sql(`select * from palimpsest.get_available_capsules($1, $2, $2, $2)`, [tenantA, text]),
      ).resolves.toEqual([]);
    }
    await expect(sql(`select * from palimpsest.search_chunks(null, null)`)).resolves.toEqual([]);
    await expect(sql(`select * from palimpsest.get_timeline(null, null, null)`)).resolves.toEqual([]);
  });
});
