import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../db/index.js";
import { engines, type TestDatabase } from "../../db/testing/index.js";
import { localPrincipal } from "../../identity/index.js";
import { builtinEmbedder } from "../../models/index.js";
import { vectorBytes, vectorLiteral } from "../index.js";
import { nearest } from "../read/nearest.sql.js";
import { plantVectors, seeded, sentence } from "../testing/vector-tenants.js";
import { vectorArrayBytes } from "./vector-bytes.js";
import { ensureVectorIndex, vectorIndexState } from "./vector-index.js";

const sizes = [1_500, 60];
const embedder = builtinEmbedder();
const dims = 64;
/** Shorter vectors, so that the embedded engine builds its index in a second. */
const embed = async (texts: string[]) => (await embedder.embed(texts)).map((vector) => vector.slice(0, dims));

describe.each(engines)("the vector index on $name", (engine) => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await engine.open();
    await plantVectors(
      test,
      embed,
      sizes.map((memories) => ({ id: `size-${memories}`, memories })),
      dims,
    );
  });
  afterAll(() => test.close());

  const indexes = async () =>
    (
      await test.ownerQuery<{ name: string }>(
        `select indexname::text as name from pg_indexes where indexname like 'memory_vector_space_%' order by 1`,
      )
    ).map(({ name }) => name);
  /** With sorting ruled out, the nearest come from the index if the query fits it, and from nowhere else. */
  const byIndex = (tx: Tx): Tx => {
    const unsorted =
      (run: Tx["query"]): Tx["query"] =>
      async (text, values) => {
        await tx.query(`set local enable_sort = off`);
        return run(text, values);
      };
    return { ...tx, query: unsorted(tx.query), prepared: unsorted(tx.prepared) };
  };
  /** How often the index was walked in a transaction. */
  const walks = async (tx: Tx) => {
    const [row] = await tx.query<{ n: string }>(
      "select pg_stat_get_xact_numscans('palimpsest.memory_vector_space_1'::regclass) as n",
    );
    return Number(row!.n);
  };
  const find = (
    tenantId: string,
    values: Float32Array,
    through: (tx: Tx) => Tx = (tx) => tx,
    attributes?: Record<string, string>,
  ) => {
    const who = localPrincipal({ tenantId, agentId: "a" });
    const vector = { spaceId: 1, dims, bytes: vectorBytes(values) };
    return test.db.transaction(who, (tx) =>
      nearest(through(tx), tenantId, vector, { kinds: ["chunk"], classes: ["public"], attributes }, 50),
    );
  };

  it("reads the binary form of vectors as their text", async () => {
    const [vector] = await embed(["The ferry sails at nine"]);
    const [type] = await test.ownerQuery<{ id: string }>("select 'vector'::regtype::oid::bigint as id");
    const same = await test.ownerQuery(
      "select $1::vector = $2::vector as one, ($3::vector[])[1] is null as none, ($3::vector[])[2] = $2::vector as both",
      [vectorBytes(vector!), vectorLiteral(vector!), vectorArrayBytes(Number(type!.id), [null, vector!])],
    );
    expect(same).toEqual([{ one: true, none: true, both: true }]);
  });

  it("is built once the store is large, is used by searches, and loses no tenant a near memory", async () => {
    expect(await ensureVectorIndex(test.db)).toMatchObject({ created: [] });
    expect(await vectorIndexState(test.db)).toEqual({ vectors: 1_560, state: "not needed" });
    expect(await vectorIndexState(test.db, { from: 1_000 })).toEqual({ vectors: 1_560, state: "missing" });
    expect(await ensureVectorIndex(test.db, { from: 1_000 })).toEqual({
      vectors: 1_560,
      created: ["memory_vector_space_1"],
      dropped: [],
    });
    expect(await ensureVectorIndex(test.db, { from: 1_000 })).toMatchObject({ created: [], dropped: [] });
    expect(await indexes()).toEqual(["memory_vector_space_1"]);
    expect(await vectorIndexState(test.db, { from: 1_000 })).toEqual({ vectors: 1_560, state: "built" });

    const random = seeded(3);
    const queries = await embed(Array.from({ length: 20 }, () => sentence(random)));
    const walked = await test.db.transaction(localPrincipal({ tenantId: "size-1500" }), async (tx) => {
      const vector = { spaceId: 1, dims, bytes: vectorBytes(queries[0]!) };
      await nearest(byIndex(tx), "size-1500", vector, { kinds: ["chunk"], classes: ["public"] }, 50);
      return walks(tx);
    });
    expect(walked).toBe(1);
    for (const size of sizes) {
      let found = 0;
      for (const query of queries) {
        const exact = await test.ownerQuery<{ distance: number }>(
          `select embedding <=> $2::vector as distance from palimpsest.memory_vector where tenant_id = $1
           order by 1 limit 10`,
          [`size-${size}`, vectorLiteral(query)],
        );
        const farthest = exact.at(-1)!.distance + 1e-6;
        const near = await find(`size-${size}`, query, size > 1_000 ? byIndex : undefined);
        found += near.slice(0, 10).filter(({ cosine }) => 1 - cosine <= farthest).length;
      }
      expect(found / (queries.length * 10), `recall of ${size}`).toBeGreaterThanOrEqual(0.98);
    }
  });

  it("is left alone where few memories have what the filter asks for", async () => {
    await ensureVectorIndex(test.db, { from: 1_000 });
    const [query] = await embed([sentence(seeded(4))]);
    const few = await test.ownerQuery<{ reading_position: string }>(
      `update palimpsest.memory set attributes = '{"domain": "tea"}'
       where tenant_id = 'size-1500' and substr(id, 9) in ('0001', '0700', '1400') returning reading_position`,
    );
    let compared: unknown;
    const watched = (tx: Tx): Tx => ({
      ...tx,
      query(text, values) {
        compared = values?.at(-1);
        return byIndex(tx).query(text, values);
      },
    });
    const found = await find("size-1500", query!, watched, { domain: "tea" });
    expect(compared).toHaveLength(3);
    expect(found.map((near) => near.reading_position).sort()).toEqual(
      few.map((one) => one.reading_position).sort(),
    );
    expect(await find("size-1500", query!, byIndex, { domain: "coffee" })).toEqual([]);
  });

  it("is dropped when its space is no longer read", async () => {
    await ensureVectorIndex(test.db, { from: 1_000 });
    await test.ownerQuery(`update palimpsest.embedding_space set state = 'retired'`);
    expect(await ensureVectorIndex(test.db, { from: 1_000 })).toMatchObject({
      created: [],
      dropped: ["memory_vector_space_1"],
    });
    expect(await indexes()).toEqual([]);
    await test.ownerQuery(`update palimpsest.embedding_space set state = 'active'`);
  });
});
