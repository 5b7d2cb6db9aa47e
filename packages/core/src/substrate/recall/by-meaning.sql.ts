import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { masked } from "../read/read-memories.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { type Candidate, candidateColumns, signalsOf } from "./candidate.sql.js";

/** The memories nearest to a vector in its space, as `nearest` finds them, with all that an answer shows of them. */
export async function candidatesByMeaning(
  tx: Tx,
  who: Principal,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
): Promise<Candidate[]> {
  const { sql, values } = admissionOf(who.tenantId, filter);
  const dims = Math.trunc(vector.dims);
  const distance = `v.embedding::vector(${dims}) <=> $${values.push(vector.bytes)}::vector(${dims})`;
  const found = await tx.query<Candidate>(
    `select ${candidateColumns}, m.cosine from (
       select m.*, 1 - (${distance}) as cosine from palimpsest.memory_vector v
       join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
       where v.tenant_id = $1 and v.space_id = ${Math.trunc(vector.spaceId)} and ${sql}
       order by ${distance} limit ${Math.trunc(limit)}
     ) m ${signalsOf}`,
    values,
  );
  return masked(filter, found);
}
