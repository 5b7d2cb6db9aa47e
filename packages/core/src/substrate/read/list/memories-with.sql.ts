import { iso, type Tx } from "../../../db/index.js";

export interface Place {
  id: string;
  occurred_at: string;
}

/** Memories of a kind that have this value of an attribute and that the caller can see, newest first, after a place. */
export function memoriesWith(
  tx: Tx,
  kind: string,
  name: "user_id" | "external_id",
  wanted: string,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> {
  return tx.query<Place>(
    `select id, ${iso("occurred_at")} as occurred_at from palimpsest.memories_with($1, $2, $3, $4, $5, $6)`,
    [kind, name, wanted, after?.occurred_at ?? null, after?.id ?? null, limit],
  );
}
