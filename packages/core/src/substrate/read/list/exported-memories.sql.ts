import { iso, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { MemoryRow } from "../../memory.js";
import type { Filter } from "../filter.js";
import { readMemories } from "../read-memories.sql.js";

export type ExportedMemory = MemoryRow & {
  recorded: string;
  occurred: string;
  expires: string | null;
  visibility: string;
  audience: string[];
  boundary_class: string;
  cues: number;
};

/** Admitted memories that were recorded up to a moment, oldest first, after the one that was recorded at `after`. */
export function readForExport(
  tx: Tx,
  who: Principal,
  filter: Filter,
  { after, until, limit }: { after: string[]; until: string; limit: number },
): Promise<ExportedMemory[]> {
  const [at, id] = after;
  return readMemories(tx, who, filter, {
    where: `m.recorded_at <= ?1::timestamptz and (?2::timestamptz is null or m.recorded_at > ?2::timestamptz
      or (m.recorded_at = ?2::timestamptz and m.id > ?3::text))`,
    values: [until, at ?? null, id ?? null],
    columns: `${iso("m.recorded_at")} as recorded, ${iso("m.occurred_at")} as occurred, ${iso("m.expires_at")} as expires,
      m.visibility, m.audience, m.boundary_class, m.cues`,
    order: "m.recorded_at, m.id",
    limit,
  });
}
