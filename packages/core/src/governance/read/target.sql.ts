import { type Attributes, kindOf, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { composed } from "../../substrate/index.js";

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
const alive = `(m.expires_at is null or m.expires_at > clock_timestamp())`;

/** Those of the memories that the caller may see and whose time is not over. */
export async function findTargets(tx: Tx, who: Principal, ids: string[]): Promise<Target[]> {
  const rows = await tx.query<Target>(
    `select ${columns("m.text")} from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and ${alive} order by m.id`,
    [who.tenantId, ids],
  );
  // The stored text of a retracted memory may be older than its attributes: nobody could analyse it.
  return rows.map(composed);
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
  /** Null while it is retracted, like its attributes. */
  text: string | null;
  attributes: Attributes | null;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  blocked_channels: string[];
}

const stateColumns = `m.kind, s.id, s.text, s.attributes, s.importance, s.retracted, s.quarantined, s.blocked_channels`;
const ofMemory = `join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = s.id`;

/** The state that memories would have under one more edit; its patch as JSON. */
export async function simulatedStates(tx: Tx, ids: string[], op: string, patch: string): Promise<State[]> {
  const rows = await tx.query<State & { kind: string }>(
    `select ${stateColumns} from palimpsest.states($1, null, $2, $3::jsonb) s ${ofMemory}`,
    [ids, op, patch],
  );
  return rows.map(composed);
}

/** The state of one memory as first written and then at each of the moments, in their order. */
export async function statesAt(
  tx: Tx,
  { id }: Target,
  moments: string[],
): Promise<{ original: State; then: State[] }> {
  const rows = await tx.query<State & { kind: string }>(
    `select ${stateColumns}
     from (select o.recorded_at as at, 0 as n from palimpsest.memory o
           where o.tenant_id = palimpsest.tenant() and o.id = $1
           union all
           select at, n from unnest($2::timestamptz[]) with ordinality as moment(at, n)) moment
     cross join lateral palimpsest.states(array[$1], moment.at) s ${ofMemory}
     order by moment.n`,
    [id, moments],
  );
  const [original, ...then] = rows.map(composed);
  return { original: original!, then };
}
