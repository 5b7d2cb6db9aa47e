import { attributeText, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { type Policy, strictestFirst } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  type CensorSignal,
  type Filter,
  filterOf,
  type MemoryRow,
  readByIds,
  readCensorSignals,
  readStandings,
  type Standing,
} from "../../substrate/index.js";
import { shownHeartPlace } from "../place.js";

type Reader = Pick<OperationContext, "who" | "policy">;
export type Action = "warn" | "block" | "absolute";

const strength: readonly Action[] = ["warn", "block", "absolute"];
export const isStronger = (a: Action, b: Action): boolean => strength.indexOf(a) > strength.indexOf(b);

/** What a censor does by now: what its attribute says, or what activations have made of it. */
export function storedAction(
  { attributes }: Pick<MemoryRow, "attributes">,
  signal: Pick<CensorSignal, "escalated_to"> | undefined,
): Action {
  const own = (attributes.action ?? "warn") as Action;
  const escalated = signal?.escalated_to ?? "warn";
  return isStronger(escalated, own) ? escalated : own;
}

/** The next stronger one; absolute stays what it is. */
export const nextAction = (action: Action): Exclude<Action, "warn"> =>
  action === "warn" ? "block" : "absolute";

export interface KnownCensor {
  row: MemoryRow;
  standing: Standing;
  signal: CensorSignal | undefined;
}

/** Censors that are not deactivated, of a domain or of none; without one, of all. */
export const censorsInForce = (policy: Policy, domain: string | undefined): Filter => ({
  ...filterOf(policy, ["censor"], { channel: "private" }),
  ...inForce(domain),
});
/**
 * The same, and those that the policy hides from the caller: what may not be read must still be stopped. Their words are
 * compared and never shown.
 */
export const actingCensors = (filter: Filter): Filter => ({
  ...filter,
  ...{ kinds: ["censor"], statuses: ["active"], classes: strictestFirst },
  ...{ saidIn: undefined, ttl: undefined, rules: undefined, mask: undefined },
});
export const inForce = (domain: string | undefined) => ({
  statuses: ["active"],
  orAbsent: domain === undefined ? undefined : { domain },
});

/** Those of these censors that the caller may read, in the order of the ids. */
export async function findCensors(tx: Tx, { who, policy }: Reader, ids: string[]): Promise<KnownCensor[]> {
  const rows = await readByIds(tx, who, filterOf(policy, ["censor"], { channel: "private" }), ids);
  return withSignals(tx, { who, policy }, rows, ids);
}

export async function withSignals(
  tx: Tx,
  { who }: Reader,
  rows: MemoryRow[],
  ids = rows.map(({ id }) => id),
): Promise<KnownCensor[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [standings, signals] = [await readStandings(tx, who, ids), await readCensorSignals(tx, who, ids)];
  return ids.flatMap((id) => {
    const [row, standing] = [byId.get(id), standings.get(id)];
    return row && standing ? [{ row, standing, signal: signals.get(id) }] : [];
  });
}

export async function readCensor(tx: Tx, reader: Reader, id: string): Promise<KnownCensor> {
  const [found] = await findCensors(tx, reader, [id]);
  if (!found) throw notFound("censor", "censor_id");
  return found;
}

/** One that the caller has just written, also where no search would show it. */
export async function readWritten(tx: Tx, reader: Reader, id: string): Promise<KnownCensor> {
  // No memory is blocked in a channel of this name.
  const anywhere = { kinds: ["censor"], classes: strictestFirst, channel: "any", includeQuarantined: true };
  const rows = await readByIds(tx, reader.who, anywhere, [id]);
  const [found] = await withSignals(tx, reader, rows);
  if (!found) throw notFound("censor");
  return found;
}

const optional = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What matches, search rows and details show alike. */
export const censorFields = ({ id, attributes }: Pick<MemoryRow, "id" | "attributes">) => ({
  id,
  trigger_pattern: attributeText(attributes, "trigger_pattern"),
  reason: attributeText(attributes, "reason"),
  domain: optional(attributes.domain),
});

export const shownCensor = ({ who, policy }: Reader, { row, standing, signal }: KnownCensor) => ({
  ...shownHeartPlace(who, policy, row, standing),
  subject_id: row.subject_id,
  ...censorFields(row),
  action: storedAction(row, signal),
  agent_id: row.owner_id,
  learned_from_decision: optional(row.attributes.learned_from_decision),
  learned_from_episode: optional(row.attributes.learned_from_episode),
  created_by: row.attributes.proposed_for === undefined ? ("manual" as const) : ("proposal" as const),
  activation_count: signal?.activations ?? 0,
  last_activated: signal?.last_activated ?? null,
  false_positive_count: signal?.false_positives ?? 0,
  last_false_positive: signal?.last_false_positive ?? null,
  escalation_threshold: row.attributes.escalation_threshold as number,
  active: row.status === "active" && !row.quarantined,
  created_at: row.recorded_at.toISOString(),
});
