import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { KeptVectors, Worded } from "../../services.js";
import { cosinesTo } from "./cosine-to.js";
import type { SpaceVector } from "./space-vector.js";
import { vectorValues } from "./vector-bytes.js";

/** The engine computes with fewer digits than this process; so much less is looked at. */
const tolerance = 1e-3;

/**
 * The cosines of these memories to a vector that are above a bound, by id; others may be among them. A vector is read from
 * the database when it is first needed. From then on it is compared here, and only what is near is asked for there.
 */
export async function cosinesAbove(
  tx: Tx,
  { tenantId }: Principal,
  { vector, above, kept }: { vector: SpaceVector; above: number; kept: KeptVectors },
  memories: readonly Worded[],
): Promise<Map<string, number>> {
  const space = { tenantId, spaceId: vector.spaceId };
  const cosineOf = cosinesTo(vectorValues(vector.bytes));
  const isKept = kept.canKeep(memories.length, vector.dims);
  const asked = memories.flatMap((memory) => {
    const known = isKept ? kept.get(space, memory) : undefined;
    if (known !== undefined && !(cosineOf(known) > above - tolerance)) return [];
    return { id: memory.id, hash: isKept && known === undefined ? memory.hash : null };
  });
  if (asked.length === 0) return new Map();
  const rows = await tx.prepared<{
    id: string;
    hash: string | null;
    cosine: number;
    embedding: string | null;
  }>(
    // An edit may have come in between, and the vector may be of other words by now.
    `select v.memory_id as id, wanted.hash, 1 - (v.embedding <=> $5::vector) as cosine,
       case when wanted.hash is not null and exists (
         select 1 from palimpsest.memory m
         where m.tenant_id = $1 and m.id = wanted.id and m.content_hash = wanted.hash offset 0
       ) then encode(vector_send(v.embedding), 'base64') end as embedding
     from unnest((select $3::text[]), (select $4::text[])) as wanted(id, hash) cross join lateral (
       select * from palimpsest.memory_vector
       where tenant_id = $1 and memory_id = wanted.id and space_id = $2 offset 0) v`,
    [tenantId, vector.spaceId, asked.map(({ id }) => id), asked.map(({ hash }) => hash), vector.bytes],
  );
  for (const { id, hash, embedding } of rows) {
    if (hash !== null && embedding !== null)
      kept.keep(space, { id, hash }, vectorValues(Buffer.from(embedding, "base64")));
  }
  return new Map(rows.map(({ id, cosine }) => [id, cosine]));
}
