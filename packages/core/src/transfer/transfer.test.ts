import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { message } from "../testing/samples.js";
import {
  admin,
  agent,
  human,
  openTestMemory,
  type TestMemory,
  tenantA,
  tenantB,
} from "../testing/test-memory.js";
import { buildStore } from "./testing/build-store.js";
import { copyRecords, exportAll, importAll } from "./testing/copy.js";
import { bundleOf, readsOf } from "./testing/reads.js";

const pairs = engines.map((from, at) => ({ from, to: engines[(at + 1) % engines.length]! }));

describe.each(pairs)("a store that moves from $from.name to $to.name", ({ from, to }) => {
  let source: TestMemory;
  let target: TestMemory;
  beforeAll(async () => {
    [source, target] = [await openTestMemory(from), await openTestMemory(to)];
    await buildStore(source);
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  it("takes every record, and exports the same again, but for its header", async () => {
    const results = await copyRecords(source, target);
    // The admin itself is known to both.
    expect(results.filter(({ status }) => status !== "imported")).toEqual([{ status: "known" }]);
    const [first, second] = [await exportAll(source, admin()), await exportAll(target, admin())];
    const plain = (records: object[]) => records.slice(1).map(withoutOrder).sort();
    expect(plain(second)).toEqual(plain(first));
  });

  it("takes the same file twice without doubles", async () => {
    const before = await counts(target);
    const again = await copyRecords(source, target);
    expect(again.filter(({ status }) => status !== "known")).toEqual([]);
    expect(await counts(target)).toEqual(before);
  });

  it("answers every read as before: as admin, person and agent", async () => {
    const readers = [admin(), human("ann"), human("rev"), agent("bot"), agent("diary")];
    for (const who of readers) {
      for (const [name, read] of Object.entries(readsOf(who))) {
        expect(await read(target), `${name} as ${who.id}`).toEqual(await read(source));
      }
    }
    for (const who of readers) {
      const bundle = bundleOf(who);
      expect(await bundle(target), `bundle as ${who.id}`).toEqual(await bundle(source));
    }
  });
});

describe.each(engines)("an export after the clock was set back, on $name", (engine) => {
  it("holds what was written before that, for admins and for others", async () => {
    const [source, target] = [await openTestMemory(engine), await openTestMemory(engine)];
    const session = { session_id: "tomorrow" };
    const { memory_id } = await source
      .call(human("ann"), "recordEvent", message("Written tomorrow", session))
      .then(({ chunk_id }) => ({ memory_id: chunk_id! }));
    const fact = await source.call(human("ann"), "learnFact", { content: "Learned tomorrow" });
    await source.call(human("ann"), "confirmFact", { fact_id: fact.id });
    // The times of a store cannot be changed; but those of an import stay as they are.
    const later = (value: unknown) => new Date(Date.parse(String(value)) + 86_400_000).toISOString();
    const shifted = (await exportAll(source, admin())).map((record) => ({
      ...record,
      ...("recorded_at" in record && { recorded_at: later(record.recorded_at) }),
      ...("ts" in record && { ts: later(record.ts) }),
      ...(record.type === "signal_entry" && { at: later(record.at) }),
    }));
    const set = await openTestMemory(engine);
    await importAll(set, admin(), shifted as typeof shifted & []);
    const started = Date.now();
    const whole = await exportAll(set, admin());
    const types = whole.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["memory", "event", "signal_entry"]));
    expect(Date.parse((whole[0] as unknown as { exported_at: string }).exported_at)).toBeLessThan(
      started + 3_600_000,
    );
    const own = await exportAll(set, human("ann"), false);
    const ids = own.flatMap((record) => (record.type === "memory" ? record.id : []));
    expect(ids).toEqual(expect.arrayContaining([memory_id, fact.id]));
    await importAll(target, admin(), whole);
    const { memories } = await target.call(human("ann"), "listMemories", {});
    expect(memories.map((memory) => memory.memory_id)).toEqual(expect.arrayContaining([memory_id, fact.id]));
    await Promise.all([source.close(), set.close(), target.close()]);
  });
});

/** Numbers in which the log of each store counts its own decisions. */
const withoutOrder = (record: object): string =>
  JSON.stringify(record, (key, value) => (key === "seq" ? 0 : value));

const counts = async (memory: TestMemory) =>
  memory.database.ownerQuery(
    `select (select count(*) from palimpsest.memory) as memories, (select count(*) from palimpsest.memory_edit) as edits,
       (select count(*) from palimpsest.memory_term) as terms, (select count(*) from palimpsest.memory_link) as links,
       (select count(*) from palimpsest.plan_state) as state, (select count(*) from palimpsest.policy) as policies,
       (select count(*) from palimpsest.session) as sessions, (select count(*) from palimpsest.record) as records, (select count(*) from palimpsest.memory_state) as states,
       (select sum(memories) from palimpsest.lexicon_stat) as counted, (select sum(words) from palimpsest.lexicon_stat) as words`,
  );

describe.each(engines)("export and import on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await buildStore(memory);
  });
  afterAll(() => memory.close());

  const textsOf = async (who: Principal) =>
    (await exportAll(memory, who, false)).flatMap(({ text }) => (typeof text === "string" ? text : []));

  it("gives everybody what they may read, and only admins who may act as others everything", async () => {
    const [ann, diary] = [await textsOf(human("ann")), await textsOf(agent("diary"))];
    expect(diary).toContain("The lighthouse keeper hides the spare key");
    expect(ann).not.toContain("The lighthouse keeper hides the spare key");
    for (const hidden of ["retracted", "quarantined", "secret of the house"]) {
      expect(ann.join("\n"), hidden).not.toContain(hidden);
    }
    expect(ann).toContain("The heron was amended twice");
    const boss: Principal = { ...admin(), permissions: new Set(rolePermissions.admin) };
    for (const who of [agent("bot"), boss]) {
      await expect(memory.call(who, "exportRecords", { everything: true })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    expect(await textsOf(boss)).not.toContain("The lighthouse keeper hides the spare key");
    const all = JSON.stringify(await exportAll(memory, admin()));
    for (const word of ["spare key", "retracted", "secret of the house", "before it was amended"]) {
      expect(all).toContain(word);
    }
  });

  it("goes on after any page, and gives the same whatever the size of the pages", async () => {
    const whole = (await exportAll(memory, admin(), true, 1_000)).slice(1);
    expect((await exportAll(memory, admin(), true, 2)).slice(1)).toEqual(whole);
    expect(whole.length).toBeGreaterThan(20);
  });

  it("writes what a plain principal imports as its own, once", async () => {
    const other = await openTestMemory(engine);
    const records = await exportAll(memory, human("ann"), false);
    const zoe = agent("zoe", tenantA);
    const first = await importAll(other, zoe, records);
    expect(first.filter(({ status }) => status === "refused").map(({ error }) => error?.code)).toEqual([
      "FORBIDDEN",
    ]);
    const { memories } = await other.call(zoe, "listMemories", { limit: 100 });
    expect(new Set(memories.map(({ writer }) => writer))).toEqual(new Set(["agent:zoe"]));
    const again = await importAll(other, zoe, records);
    const isMemory = (_: unknown, at: number) => records[at + 1]?.type === "memory";
    expect(again.filter(isMemory).filter(({ status }) => status === "imported")).toEqual([]);
    expect((await other.call(zoe, "listMemories", { limit: 100 })).memories).toEqual(memories);
    await other.close();
  });

  it("leaves the policy and the standing that a store has of its own", async () => {
    const other = await openTestMemory(engine);
    await other.call(admin(), "applyPolicy", { yaml: wholePolicy("version: 3") });
    await other.call(agent("rogue"), "remember", { text: "I am welcome here" });
    const records = await exportAll(memory, admin());
    const governing = records.filter(({ type }) => ["header", "principal", "policy"].includes(type));
    const refused = (await importAll(other, admin(), governing)).flatMap(({ error }) => error?.message ?? []);
    expect(refused).toEqual([
      expect.stringContaining("suspended in the export"),
      ...Array(2).fill(expect.stringContaining("a policy of its own")),
    ]);
    expect((await other.call(admin(), "getPolicy", {})).data.version).toBe("3.0.0");
    await other.call(agent("rogue"), "remember", { text: "I still am" });
    await other.close();
  });

  it("writes ids that another tenant has, and neither reads nor changes those", async () => {
    const [header, ...records] = await exportAll(memory, admin());
    const foreign = records.filter(({ type }) => type === "memory").slice(0, 5);
    const own = foreign.map((record) => ({ ...record, text: "Other words", original: undefined, edits: [] }));
    const boss = admin(tenantB);
    const given = [{ ...header, tenant_id: tenantB }, ...own] as never[];
    expect((await importAll(memory, boss, given)).map(({ status }) => status)).toEqual(
      Array(5).fill("imported"),
    );
    const { memories } = await memory.call(boss, "listMemories", { limit: 100 });
    expect(new Set(memories.map(({ text }) => text))).toEqual(new Set(["Other words"]));
    expect((await exportAll(memory, admin())).slice(1)).toEqual(records);
  });

  it("refuses record by record what cannot be stored, and writes no part of it", async () => {
    const records = await exportAll(memory, admin());
    const header = records[0]!;
    const amended = records.find(({ text }) => text === "The heron was amended twice") as Record<
      string,
      unknown
    >;
    const call = (given: object[], head: object = header) =>
      importAll(memory, admin(), [head as never, ...(given as never[])]);
    const codes = async (given: object[]) =>
      (await call(given)).map(({ status, error }) => error?.code ?? status);
    const fresh = { ...amended, id: "chk_fresh", edits: [], original: undefined, text: "Quite new" };
    expect(
      await codes([
        { ...amended, original: { text: "other words", attributes: {}, importance: 0 } },
        { ...amended, id: "chk_other", text: "Not what its edits say", edits: reidentified(amended) },
        { ...fresh, id: "dec_wrong" },
        { ...fresh, kind: "sonnet" },
        { ...fresh, writer: "nobody" },
        { ...fresh, recorded_at: "yesterday" },
        {
          type: "link",
          from_id: "chk_nowhere",
          to_id: amended.id,
          link: "derived_from",
          created_at: "2026-01-01T00:00:00Z",
        },
        { type: "riddle" },
        fresh,
        fresh,
      ]),
    ).toEqual([
      "CONFLICT",
      "CONFLICT",
      ...Array(4).fill("VALIDATION_ERROR"),
      "CONFLICT",
      "VALIDATION_ERROR",
      "imported",
      "known",
    ]);
    expect(
      await memory.database.ownerQuery("select 1 from palimpsest.memory where id = 'chk_other'"),
    ).toEqual([]);
    await expect(call([fresh], { ...header, version: 2 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(call([fresh], { ...header, tenant_id: "another" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

const reidentified = (record: Record<string, unknown>) =>
  (record.edits as { edit_id: string }[]).map((edit, n) => ({ ...edit, edit_id: `edt_again${n}` }));
