import type { SpaceVector } from "./space-vector.js";

/**
 * The vectors nearest to one, as far as the reader may see their memories: SQL that gives `kind`, `memory_id` and
 * `distance`, and needs not be planned anew for each call. The places of the vector and of the kinds are given. With `each`,
 * so many of each kind.
 */
export function nearestVectors(
  { spaceId }: Pick<SpaceVector, "spaceId">,
  { vector, kinds, ...wanted }: { vector: string; kinds: string } & ({ limit: number } | { each: number }),
): string {
  const [of, many] = "each" in wanted ? ["of_each", wanted.each] : ["vectors", wanted.limit];
  return `palimpsest.nearest_${of}(${Math.trunc(spaceId)}, ${vector}::vector, ${kinds}, ${Math.trunc(many)})`;
}

/**
 * The same among memories that meet an `admission`, a condition on `m`, however few they are: the planner chooses between
 * the index of the vectors and those of the memories. $1 is the tenant.
 */
export function nearestAdmitted(
  { spaceId, dims }: Pick<SpaceVector, "spaceId" | "dims">,
  { vector, limit, admission }: { vector: string; limit: number; admission: string },
): string {
  const of = Math.trunc(dims);
  const distance = `v.embedding::vector(${of}) <=> ${vector}::vector(${of})`;
  return `(select m.kind, v.memory_id, m.reading_position, ${distance} as distance from palimpsest.memory_vector v
    join palimpsest.memory m on m.tenant_id = v.tenant_id and m.id = v.memory_id
    where v.tenant_id = $1 and v.space_id = ${Math.trunc(spaceId)} and ${admission}
    order by ${distance} limit ${Math.trunc(limit)})`;
}
