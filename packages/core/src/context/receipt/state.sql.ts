import type { Tx } from "../../db/index.js";
import { editsSince } from "../../governance/index.js";
import type { Principal } from "../../identity/index.js";
import type { ReadRule, Ttl } from "../../policy/index.js";
import { visibleMemory, withinPolicy } from "../../substrate/index.js";

export interface StateRow {
  [column: string]: unknown;
  id: string;
  kind: string;
  status: string;
  retracted: boolean;
  quarantined: boolean;
  blocked: boolean;
  /** Of a class that the channel may read, not too old, and as the invariants of the policy say. */
  cleared: boolean;
  /** Said where the channel reads. */
  heard: boolean;
  expired: boolean;
  /** Recorded after the moment. */
  fresh: boolean;
  /** The edits applied to it after the moment, in their order. */
  edits: { edit_id: string; op: string }[];
  /** Its text, or the attributes that it is composed from, are others than at the moment. */
  changed: boolean;
  /** And they no longer say what they said then, which is withheld. */
  reworded: boolean;
}

interface Since {
  at: string;
  snapshot: string | null;
  channel?: string;
  classes: readonly string[];
  saidIn?: readonly string[];
  ttl?: Ttl;
  rules?: readonly ReadRule[];
}

/**
 * What became of memories since a moment, as far as the caller may see them. An edit of one passage of a document changes
 * others too, which share its words, so passages are compared whether or not they were edited themselves.
 */
export function statesSince(
  tx: Tx,
  who: Principal,
  ids: string[],
  { at, snapshot, channel, classes, saidIn, ttl, rules }: Since,
): Promise<StateRow[]> {
  const values: unknown[] = [who.tenantId, ids, at, channel, classes, saidIn, snapshot];
  const value = (given: unknown) => `$${values.push(given)}`;
  const cleared = ["m.boundary_class = any ($5)", ...withinPolicy({ ttl, rules }, value)].join(" and ");
  return tx.query<StateRow>(
    `with edited as (${editsSince({ tenant: "$1", memoryIds: "$2", at: "$3", snapshot: "$7" })}), earlier as (
       select s.id, s.attributes, s.reworded
       from palimpsest.states(array(
         select memory_id from edited union select id from unnest($2) id where id like 'art\\_%'), $3::timestamptz, null, null, $7::pg_snapshot) s
     )
     select m.id, m.kind, m.status, m.retracted, m.quarantined, $4 = any (m.blocked_channels) as blocked,
       ${cleared} as cleared, m.channel = any ($6) as heard,
       coalesce(m.expires_at <= clock_timestamp(), false) as expired, m.recorded_at > $3::timestamptz as fresh,
       coalesce(edited.edits, '[]') as edits, coalesce(earlier.reworded, false) as reworded,
       coalesce(earlier.reworded or earlier.attributes <> m.attributes, false) as changed
     from ${visibleMemory("m")}
     left join edited on edited.memory_id = m.id
     left join earlier on earlier.id = m.id
     where m.tenant_id = $1 and m.id = any ($2)`,
    values,
  );
}

/** Those of these memories that the caller may see, and of each whether the policy lets it read the words. */
export async function clearedAmong(
  tx: Tx,
  who: Principal,
  ids: string[],
  { classes, saidIn, ttl, rules }: Pick<Since, "classes" | "saidIn" | "ttl" | "rules">,
): Promise<Map<string, boolean>> {
  const values: unknown[] = [who.tenantId, ids, classes, saidIn];
  const value = (given: unknown) => `$${values.push(given)}`;
  const cleared = [
    "m.boundary_class = any ($3)",
    "m.channel = any ($4)",
    ...withinPolicy({ ttl, rules }, value),
  ];
  const rows = await tx.query<{ id: string; cleared: boolean }>(
    `select m.id, ${cleared.join(" and ")} as cleared from ${visibleMemory("m")}
     where m.tenant_id = $1 and m.id = any ($2)`,
    values,
  );
  return new Map(rows.map(({ id, cleared }) => [id, cleared]));
}

/** Those of these memories that the caller may see. */
export async function visibleAmong(tx: Tx, who: Principal, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select m.id from ${visibleMemory("m")} where m.tenant_id = $1 and m.id = any ($2)`,
    [who.tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
