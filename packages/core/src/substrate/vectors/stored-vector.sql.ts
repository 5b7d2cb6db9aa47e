import type { Tx } from "../../db/index.js";
import type { SpaceVector } from "./space-vector.js";

/** The vector of a memory in the space that searches read; undefined if it has none there, or one that says nothing. */
export async function storedVector(tx: Tx, tenantId: string, id: string): Promise<SpaceVector | undefined> {
  const [row] = await tx.prepared<{ space_id: number; dims: number; bytes: string }>(
    `select v.space_id, vector_dims(v.embedding) as dims, encode(vector_send(v.embedding), 'base64') as bytes
     from palimpsest.memory_vector v
     where v.tenant_id = $1 and v.memory_id = $2 and vector_norm(v.embedding) > 0
       and v.space_id = (select space_id from palimpsest.embedding_space where state = 'active')`,
    [tenantId, id],
  );
  return row && { spaceId: row.space_id, dims: row.dims, bytes: Buffer.from(row.bytes, "base64") };
}
