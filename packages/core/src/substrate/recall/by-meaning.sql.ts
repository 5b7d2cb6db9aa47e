import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf, isNarrow } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { withoutBlocked } from "../read/policy/blocked-words.sql.js";
import { masked } from "../read/read-memories.sql.js";
import { nearestAdmitted, nearestVectors } from "../vectors/nearest-vectors.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { type Candidate, candidateColumns, signalsOf } from "./candidate.sql.js";

export interface ByMeaning {
  candidates: Candidate[];
  /** Kinds of which others may be nearer: most of those that were looked at are not admitted. */
  short: ReadonlySet<string>;
}

/** So many times as many are looked at as are wanted, since some are not admitted. */
const overfetch = 2;

/**
 * Of each kind, the memories nearest to a vector in its space, with all that an answer shows of them. The nearest vectors
 * of each kind are found first; where the filter is narrow, those that it admits. Then the memories are read and admitted.
 */
export async function candidatesByMeaning(
  tx: Tx,
  who: Principal,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
): Promise<ByMeaning> {
  const { sql: isAdmitted, values } = admissionOf(who.tenantId, filter, {
    after: [who.tenantId, vector.bytes],
  });
  const value = (v: unknown) => `$${values.push(v)}`;
  const lookedAt = overfetch * Math.trunc(limit);
  const isFew = isNarrow(filter);
  const ofKind = (kind: string) =>
    nearestAdmitted(vector, {
      ...{ vector: "$2", limit: lookedAt },
      admission: `${isAdmitted} and m.kind = ${value(kind)}`,
    });
  const near = isFew
    ? filter.kinds
        .map((kind) => `select kind, memory_id, distance from ${ofKind(kind)} near`)
        .join(" union all ")
    : `select * from ${nearestVectors(vector, { vector: "$2", kinds: `${value(filter.kinds)}::text[]`, each: lookedAt })}`;
  const run = isFew ? tx.query : tx.prepared;
  const rows = await run<Partial<Candidate> & { of_kind: string; looked_at: number }>(
    `with near as materialized (
       ${near}
     ), placed as (
       select m.*, near.distance, row_number() over (partition by near.kind order by near.distance, m.id) as place
       from near cross join lateral (
         select * from palimpsest.memory where tenant_id = $1 and id = near.memory_id offset 0) m
       where ${isAdmitted}
     ), chosen as (
       select ${candidateColumns}, 1 - m.distance as cosine from placed m ${signalsOf} where m.place <= ${Math.trunc(limit)}
     )
     select looked.kind as of_kind, looked.looked_at, c.*
     from (select kind, count(*)::integer as looked_at from near group by kind) looked left join chosen c using (kind)`,
    values,
  );
  const found = rows.filter((row): row is (typeof rows)[number] & Candidate => row.id !== null);
  const short = rows.filter(
    ({ of_kind, looked_at }) =>
      looked_at === lookedAt && found.filter(({ kind }) => kind === of_kind).length < limit,
  );
  return {
    candidates: masked(filter, await withoutBlocked(tx, filter, found)),
    short: new Set(short.map(({ of_kind }) => of_kind)),
  };
}
