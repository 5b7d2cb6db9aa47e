import { notFound } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import {
  asOfOf,
  type Filter,
  filterOf,
  lockMemories,
  type MemoryRow,
  readByIds,
  readStandings,
  type Standing,
} from "../../substrate/index.js";
import { shownHeartPlace } from "../place.js";

type Reader = Pick<OperationContext, "who" | "policy">;

/** A fact as it is, and what counters and links say about it. */
export interface KnownFact {
  row: MemoryRow;
  standing: Standing;
}

/** What a contradiction takes from the confidence of the fact that it is about. */
const contradictionCost = 0.2;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The fact with this id, as far as the caller may read it. */
export async function findFact(tx: Tx, { who, policy }: Reader, id: string): Promise<KnownFact | undefined> {
  return known(tx, who, filterOf(policy, ["fact"], { channel: "private" }), id);
}

/** The same, where it must be there; `path` is the field that names it. */
export async function readFact(tx: Tx, reader: Reader, id: string, path: string): Promise<KnownFact> {
  const found = await findFact(tx, reader, id);
  if (!found) throw notFound("fact", path);
  return found;
}

/** Locks it first, so that nobody changes it until the transaction ends. */
export async function lockFact(tx: Tx, reader: Reader, id: string, path: string): Promise<KnownFact> {
  await lockMemories(tx, [id]);
  return readFact(tx, reader, id, path);
}

/** A fact that the caller has just written or confirmed, also where a search would not show it to anybody. */
export async function readWritten(tx: Tx, { who }: Reader, id: string): Promise<KnownFact> {
  const anywhere: Filter = {
    kinds: ["fact"],
    classes: ["public", "internal", "pii", "secret"],
    // No memory is blocked in a channel of this name.
    channel: "any",
    includeQuarantined: true,
  };
  const found = await known(tx, who, anywhere, id);
  if (!found) throw notFound("fact");
  return found;
}

async function known(tx: Tx, who: Reader["who"], filter: Filter, id: string): Promise<KnownFact | undefined> {
  const [[row], standings] = await allInOrder(readByIds(tx, who, filter, [id]), readStandings(tx, who, [id]));
  const standing = standings.get(id);
  return row && standing && { row, standing };
}

/** The standings of the rows of a search, at the moment that it is about. */
export const standingsOf = (
  tx: Tx,
  { who }: Reader,
  rows: { id: string }[],
  input: Parameters<typeof asOfOf>[0],
): Promise<Map<string, Standing>> =>
  readStandings(
    tx,
    who,
    rows.map(({ id }) => id),
    asOfOf(input)?.at,
  );

/** How sure a fact is by now. */
export function confidenceOf(
  attributes: MemoryRow["attributes"],
  { contradictions }: Pick<Standing, "contradictions">,
): number {
  const base = (attributes.confidence ?? 1) as number;
  return Math.round(Math.max(0, base - contradictionCost * contradictions) * 1e6) / 1e6;
}

/** What search rows and details show alike. */
export function factFields({ row, standing }: KnownFact) {
  return {
    id: row.id,
    content: row.text,
    category: text(row.attributes.category),
    subject: row.subject_id,
    confidence: confidenceOf(row.attributes, standing),
    active: row.status === "active",
    superseded_by: standing.superseded_by,
    tags: row.tags,
  };
}

export interface Warning {
  existing_fact_id: string;
  existing_content: string;
  similarity: number;
  message: string;
}

export const shownFact = ({ who, policy }: Reader, fact: KnownFact, warning: Warning | null = null) => {
  const { row, standing } = fact;
  return {
    ...shownHeartPlace(who, policy, row, standing),
    ...factFields(fact),
    agent_id: row.owner_id,
    source: text(row.attributes.source),
    source_episode_id: text(row.attributes.source_episode_id),
    source_decision_id: text(row.attributes.source_decision_id),
    learned_at: standing.recorded_at,
    last_confirmed: standing.last_confirmed,
    confirmation_count: standing.confirmations,
    contradiction_of: standing.contradiction_of,
    created_at: standing.recorded_at,
    contradiction_warning: warning,
  };
};
