import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { admissionOf } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { withoutBlocked } from "../read/policy/blocked-words.sql.js";
import { masked } from "../read/read-memories.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";
import { type Candidate, candidateColumns, signalsOf } from "./candidate.sql.js";

/**
 * Of each kind, the memories nearest to a vector in its space, as `nearest` finds them, with all that an answer shows of
 * them. Each kind is searched by a plan of its own, since the number of its memories decides between scan and index; what
 * is shown is read once for all, because planning that takes longer than the search.
 */
export async function candidatesByMeaning(
  tx: Tx,
  who: Principal,
  vector: SpaceVector,
  filter: Filter,
  limit: number,
): Promise<Candidate[]> {
  const values: unknown[] = [who.tenantId, vector.bytes];
  const dims = Math.trunc(vector.dims);
  const distance = `v.embedding::vector(${dims}) <=> $2::vector(${dims})`;
  const nearest = filter.kinds.map((kind) => {
    const admission = admissionOf(who.tenantId, { ...filter, kinds: [kind] }, { after: values });
    values.splice(0, values.length, ...admission.values);
    return `(select m.reading_position, 1 - (${distance}) as cosine from palimpsest.memory_vector v
       join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
       where v.tenant_id = $1 and v.space_id = ${Math.trunc(vector.spaceId)} and ${admission.sql}
       order by ${distance} limit ${Math.trunc(limit)})`;
  });
  const found = await tx.query<Candidate>(
    `select ${candidateColumns}, near.cosine
     from (${nearest.join(" union all ")}) near cross join lateral (
       select * from palimpsest.memory where tenant_id = $1 and reading_position = near.reading_position offset 0) m
     ${signalsOf}`,
    values,
  );
  return masked(filter, await withoutBlocked(tx, filter, found));
}
