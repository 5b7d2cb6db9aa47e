import { iso, type Rows, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { byKey } from "../read/read-memories.sql.js";
import { contradictionsOf } from "../read/trust/contradictions.sql.js";

/** What counters and links say about a memory, as far as the caller can see the memories at their other ends. */
export interface Standing extends Pick<Rows["memory"], "id" | "visibility" | "audience" | "boundary_class"> {
  /** ISO 8601 to the microsecond. */
  recorded_at: string;
  /** When it was recorded, edited or stored again last. */
  updated_at: string;
  expires_at: string | null;
  confirmations: number;
  last_confirmed: string | null;
  /** See `contradictionsOf`. */
  contradictions: number;
  contradiction_of: string | null;
  /** The one in its place: the last that superseded it, or that superseded a retracted one which had. */
  superseded_by: string | null;
}

/** A chain of retracted memories is followed so far. */
const maxRetracted = 20;

/** When memory `m` with its signals `s` was recorded, edited or stored again last. Most were only recorded, which is told at once. */
const updatedAt = `case when m.edit_count = 0 and s.updated_at is null then m.recorded_at
  else palimpsest.updated_at(m.id, m.recorded_at) end`;

/** The standing of these memories, now or at a moment. */
export async function readStandings(
  tx: Tx,
  who: Principal,
  ids: string[],
  at?: string,
): Promise<Map<string, Standing>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<Standing>(
    `select m.id, m.visibility, m.audience, m.boundary_class, ${iso("m.recorded_at")} as recorded_at,
       ${iso(updatedAt)} as updated_at,
       ${iso("m.expires_at")} as expires_at,
       coalesce(s.confirmations, 0) as confirmations, ${iso("s.last_confirmed")} as last_confirmed,
       ${contradictionsOf("$3")} as contradictions,
       (select l.to_id from palimpsest.memory_link l
        where l.tenant_id = $1 and l.from_id = m.id and l.type = 'contradicts'
          and ($3::timestamptz is null or l.created_at <= $3)
        order by l.created_at desc, l.to_id limit 1) as contradiction_of,
       successor.id as superseded_by
     from ${byKey("id", "$2::text[]")}
     left join palimpsest.memory_signal s on s.tenant_id = $1 and s.memory_id = m.id
     left join lateral (
       with recursive later as (
         select n.id, n.retracted, l.created_at, 1 as depth
         from palimpsest.memory_link l join palimpsest.memory n on n.tenant_id = $1 and n.id = l.from_id
         where l.tenant_id = $1 and l.to_id = m.id and l.type = 'supersedes'
           and ($3::timestamptz is null or l.created_at <= $3)
         union
         select n.id, n.retracted, l.created_at, later.depth + 1
         from later join palimpsest.memory_link l on l.tenant_id = $1 and l.to_id = later.id and l.type = 'supersedes'
         join palimpsest.memory n on n.tenant_id = $1 and n.id = l.from_id
         where later.retracted and later.depth < ${maxRetracted} and ($3::timestamptz is null or l.created_at <= $3))
       select later.id from later where not later.retracted order by later.depth, later.created_at desc limit 1
     ) successor on true`,
    [who.tenantId, [...new Set(ids)], at ?? null],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
