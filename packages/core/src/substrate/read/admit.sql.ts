import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { admissionOf } from "./admission.sql.js";
import type { Filter } from "./filter.js";
import { byKey } from "./read-memories.sql.js";

export const admittedFields = [
  "id",
  "reading_position",
  "origin",
  "writer",
  "owner_id",
  "edited_by",
  "importance",
  "word_count",
  "speaker",
  "cues",
] as const;

/** A candidate that the caller may see, with what ranking needs; its text is read later. */
export type Admitted = Pick<Rows["memory"], (typeof admittedFields)[number]> & {
  /** When it happened, in seconds since 1970: parsing a date per row would cost more than everything else. */
  occurred: number;
  cosine: number | null;
};

/** The memories at these positions that the filter admits, with their cosine to the query's vector. */
export async function admit(
  tx: Tx,
  tenantId: string,
  filter: Filter,
  positions: number[],
  vector: SpaceVector | undefined,
): Promise<Admitted[]> {
  const admission = admissionOf(tenantId, filter, { present: true });
  const n = admission.values.length;
  const values = [...admission.values, positions, ...(vector ? [vector.spaceId, vector.bytes] : [])];
  const cosine = vector
    ? `(select 1 - (v.embedding <=> $${n + 3}::vector) from palimpsest.memory_vector v
        where v.tenant_id = $1 and v.space_id = $${n + 2} and v.memory_id = m.id)`
    : "null::float8";
  return tx.prepared<Admitted>(
    `select ${selectList("m", admittedFields)}, date_part('epoch', m.occurred_at) as occurred, ${cosine} as cosine
     from ${byKey("reading_position", `$${n + 1}::bigint[]`)} where ${admission.sql}`,
    values,
  );
}
