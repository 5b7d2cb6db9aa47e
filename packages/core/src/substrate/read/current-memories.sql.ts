import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { composed } from "../memory.js";
import { unexpired } from "./visible-memory.sql.js";

/** A memory as it stands now, whatever hides it from searches, and what decides who may edit it. */
export interface CurrentMemory {
  [column: string]: unknown;
  id: string;
  kind: string;
  origin: string;
  source: string;
  owner_id: string;
  visibility: string;
  boundary_class: string;
  text: string;
  attributes: Attributes;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  blocked_channels: string[];
  edit_count: number;
  speaker: string | null;
  occurred_at: Date;
  recorded_at: Date;
}

const columns = (
  text: string,
) => `m.id, m.kind, m.origin, m.source, m.owner_id, m.visibility, m.boundary_class, ${text} as text, m.attributes, m.importance,
  m.retracted, m.quarantined, m.blocked_channels, m.edit_count, m.speaker, m.occurred_at,
  m.recorded_at`;

/** Those of these memories that the caller may see and that have not expired. */
export async function currentMemories(tx: Tx, who: Principal, ids: string[]): Promise<CurrentMemory[]> {
  const rows = await tx.query<CurrentMemory>(
    `select ${columns("m.text")} from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and ${unexpired("m")} order by m.id`,
    [who.tenantId, ids],
  );
  // The stored text of a retracted memory may be older than its attributes: nobody could analyse it.
  return rows.map(composed);
}

/** Everything that one source wrote and the caller may see. The texts may be gigabytes, so they are read only if asked for. */
export function currentMemoriesOf(
  tx: Tx,
  who: Principal,
  { source, since, withText }: { source: string; since: string | undefined; withText: boolean },
): Promise<CurrentMemory[]> {
  return tx.query<CurrentMemory>(
    `select ${columns(withText ? "m.text" : "''")} from palimpsest.memory m
     where m.tenant_id = $1 and m.source = $2 and ($3::timestamptz is null or m.recorded_at >= $3) and ${unexpired("m")}
     order by m.id`,
    [who.tenantId, source, since ?? null],
  );
}
