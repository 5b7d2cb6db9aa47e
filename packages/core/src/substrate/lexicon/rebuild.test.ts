import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../db/index.js";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { openWorld, type World } from "../../testing/open-world.js";
import {
  countStaleIndexes,
  type IndexedText,
  indexedTexts,
  lexicalStatus,
  replacePostings,
  setLexicalVersion,
} from "./rebuild.sql.js";

const otherTenant = "tenant-b";

describe.each(engines)("replacing postings on $name", (engine) => {
  let world: World;
  let ann: Principal;
  beforeAll(async () => {
    world = await openWorld(engine);
    ann = await world.person("ann");
    const said = { sessionId: "s", speaker: "ann", occurredAt: new Date("2026-03-01T10:00:00Z") };
    await world.remember(ann, "The lighthouse keeper counts ships, ships and more ships", said);
    await world.remember(ann, "Running shoes were generously organised by size. By whom?", said);
    await world.remember(ann, "By the keeper, always", { ...said, speaker: "ben", byAgent: true });
    await world.remember(ann, "A private note on lighthouses", { visibility: "private" });
    await world.remember(ann, "A secret note on ships", { boundaryClass: "secret" });
    await world.remember(ann, "the and of");
    await world.remember(await world.person("ben", otherTenant), "Another tenant's lighthouse");
  });
  afterAll(() => world.close());

  /** Everything that the lexical index holds of a tenant. */
  const index = async (tenantId: string) => ({
    postings: await world.test.ownerQuery(
      `select term, reading_position, tf, len, guard, reader_key, asked, run from palimpsest.memory_term
       where tenant_id = $1 order by 1, 2`,
      [tenantId],
    ),
    lengths: await world.test.ownerQuery(
      `select id, word_count, cues from palimpsest.memory where tenant_id = $1 order by id`,
      [tenantId],
    ),
    sums: await world.test.ownerQuery(
      `select sum(memories)::int as memories, sum(words)::int as words from palimpsest.lexicon_stat
       where tenant_id = $1`,
      [tenantId],
    ),
  });
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => world.services.db.workerIn(ann.tenantId, work);
  const page = (after?: number, limit = 100) => inTenant((tx) => indexedTexts(tx, after, limit));
  const replace = (memories: IndexedText[]) => inTenant((tx) => replacePostings(tx, memories));

  it("gives the index that writing made, whatever stood there before, and leaves other tenants alone", async () => {
    const [written, others] = [await index(ann.tenantId), await index(otherTenant)];
    for (const damage of [
      `update palimpsest.memory_term set term = term + 1, tf = 9, len = 99, asked = 1, run = 5 where tf = 1 and tenant_id = $1`,
      `delete from palimpsest.memory_term where tf between 2 and 8 and tenant_id = $1`,
      `update palimpsest.memory set word_count = word_count + 7, cues = (cues & 1) | (32767 << 16) where tenant_id = $1`,
      `update palimpsest.lexicon_stat set words = words + 7 * memories where tenant_id = $1`,
    ]) {
      await world.test.ownerQuery(damage, [ann.tenantId]);
    }
    expect((await index(ann.tenantId)).sums).not.toEqual(written.sums);
    await replace(await page());
    expect(await index(ann.tenantId)).toEqual(written);
    await replace(await page());
    expect(await index(ann.tenantId)).toEqual(written);
    expect(await index(otherTenant)).toEqual(others);
  });

  it("goes through the memories in reading order, page by page", async () => {
    const all = await page();
    expect(all).toHaveLength(6);
    const [first, second] = [await page(undefined, 3), await page(Number(all[2]!.reading_position), 3)];
    expect([...first, ...second]).toEqual(all);
    expect(await page(Number(all[5]!.reading_position))).toEqual([]);
  });

  it("skips a memory whose text has changed since it was read, and one that was retracted", async () => {
    const before = await index(ann.tenantId);
    const stale = (await page()).map((memory) => ({ ...memory, text: "other words", content_hash: "other" }));
    await replace(stale);
    const retract = (is: boolean) =>
      world.test.ownerQuery(`update palimpsest.memory set retracted = $2 where tenant_id = $1`, [
        ann.tenantId,
        is,
      ]);
    const read = await page();
    await retract(true);
    expect(await page()).toEqual([]);
    await replace(read.map((memory) => ({ ...memory, text: "other words" })));
    await retract(false);
    expect(await index(ann.tenantId)).toEqual(before);
  });

  it("keeps the version of each tenant, and counts those that differ from what the server makes", async () => {
    const status = () => inTenant(lexicalStatus);
    const stale = () => world.services.db.anonymous(countStaleIndexes);
    const { serverVersion } = await status();
    expect(serverVersion).toMatch(/^2-[0-9a-f]{12}$/);
    expect(await status()).toMatchObject({ version: serverVersion, memories: 6 });
    expect(await stale()).toBe(0);
    await world.test.ownerQuery(`update palimpsest.tenant set lexical_version = '0-old'`);
    expect(await stale()).toBe(2);
    await inTenant((tx) => setLexicalVersion(tx, serverVersion));
    expect(await stale()).toBe(1);
  });
});
