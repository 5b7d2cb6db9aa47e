import { kindOf, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

/** A memory that an edit is about, as it is now. */
export interface Target {
  [column: string]: unknown;
  id: string;
  kind: string;
  origin: string;
  source: string;
  owner_id: string;
  visibility: string;
  boundary_class: string;
  text: string;
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
) => `m.id, m.kind, m.origin, m.source, m.owner_id, m.visibility, m.boundary_class, ${text} as text, m.importance,
  m.retracted, m.quarantined, m.blocked_channels, m.edit_count, m.speaker, m.occurred_at,
  m.recorded_at`;
const alive = `(m.expires_at is null or m.expires_at > clock_timestamp())`;

/** Those of the memories that the caller may see and whose time is not over. */
export function findTargets(tx: Tx, who: Principal, ids: string[]): Promise<Target[]> {
  return tx.query<Target>(
    `select ${columns("m.text")} from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and ${alive} order by m.id`,
    [who.tenantId, ids],
  );
}

/** The memory, by an id and by what the caller says it is. */
export async function findTarget(tx: Tx, who: Principal, id: string, type: string): Promise<Target> {
  const [target] = await findTargets(tx, who, [id]);
  const fits = type === "memory" || type === target?.kind || (type === "chunk" && isChunk(target?.kind));
  if (!target || !fits) throw notFound("memory");
  return target;
}

const isChunk = (kind: string | undefined) => kind !== undefined && kindOf(kind).asChunk;

/** Everything that one source wrote and the caller may see. Their texts may be gigabytes, and come only if asked for. */
export function findTargetsOf(
  tx: Tx,
  who: Principal,
  { source, since, withText }: { source: string; since: string | undefined; withText: boolean },
): Promise<Target[]> {
  return tx.query<Target>(
    `select ${columns(withText ? "m.text" : "''")} from palimpsest.memory m
     where m.tenant_id = $1 and m.source = $2 and ($3::timestamptz is null or m.recorded_at >= $3) and ${alive}
     order by m.id`,
    [who.tenantId, source, since ?? null],
  );
}

export interface State {
  [column: string]: unknown;
  id: string;
  text: string | null;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  blocked_channels: string[];
}

/** The state that memories would have under one more edit; its patch as JSON. */
export function simulatedStates(tx: Tx, ids: string[], op: string, patch: string): Promise<State[]> {
  return tx.query<State>(
    `select s.id, s.text, s.importance, s.retracted, s.quarantined, s.blocked_channels
     from palimpsest.states($1, null, $2, $3::jsonb) s`,
    [ids, op, patch],
  );
}
