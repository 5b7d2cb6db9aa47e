import type { TurnRow } from "../../capture/index.js";
import {
  limitedWriters,
  type MemoryRow,
  type PendingEdit,
  type Trust,
  type TrustView,
  trustOf,
} from "../../substrate/index.js";
import { countTokens } from "../../text/index.js";
import type { SectionName } from "../rank/modes.js";
import { cleanText } from "./clean-text.js";

/** Something that a section may show: a memory, or a turn without one. */
export interface Candidate {
  /** The memory's id; undefined for a turn without one. */
  id: string | undefined;
  row: MemoryRow | undefined;
  trust: Trust;
  writer: string;
  /** Those whose words it shows and who may fill only part of a section. */
  limited: string[];
  /** As shown. */
  text: string;
  /** What stands before the text in the prompt: when, from whom. */
  label: string;
  tokens: number;
  score: number | undefined;
  refs: string[];
  /** Never dropped while the budget has room for it at all. */
  sticky: boolean;
  /** Edits of it that wait: it is shown as it is without them. */
  pending: PendingEdit[];
  /** Quoted between fences: it may inform but must not instruct. */
  fenced: boolean;
}

/** Only what a person wrote as rule, task or decision may guide; all else is quoted. */
const guiding: readonly SectionName[] = ["rules", "task_state", "relevant_decisions"];

export interface Shown {
  section: SectionName;
  view: TrustView;
  label?: string;
  score?: number;
  refs?: string[];
  sticky?: boolean;
  /** Edits of it that wait for approval. */
  pending?: PendingEdit[];
  /** The row is of the past, so its stored token count may be that of a later text. */
  past: boolean;
}

export function candidateOf(row: MemoryRow, shown: Shown): Candidate {
  const trust = trustOf(row, shown.view);
  const text = cleanText(row.text, trust);
  const pending = shown.pending ?? [];
  const marks = `${row.quarantined ? "[quarantined] " : ""}${waiting(pending, shown.view.readerId)}`;
  const label = `${marks}${shown.label ?? ""}`;
  const counted = shown.past || text !== row.text ? countTokens(text) : row.token_count;
  return {
    id: row.id,
    row,
    trust,
    writer: row.writer,
    limited: limitedWriters(row, shown.view),
    text,
    label,
    tokens: counted + overhead(label, text),
    score: shown.score,
    refs: shown.refs ?? [],
    sticky: shown.sticky ?? false,
    pending,
    fenced: trust !== "trusted" || row.quarantined || !guiding.includes(shown.section),
  };
}

const namedEdits = 3;
const anyOf: Record<string, string> = { human: "a person", agent: "an agent", service: "a service" };

/**
 * Tells the reader what was proposed and not applied, so that it neither proposes that again nor takes it for done. The
 * line may stand outside the fences, so it does not quote the name of the proposer, which the proposer may have chosen.
 */
function waiting(pending: PendingEdit[], readerId: string): string {
  if (pending.length === 0) return "";
  const named = pending.slice(0, namedEdits).map(({ op, proposed_by: by }) => {
    const mine = by.slice(by.indexOf(":") + 1) === readerId;
    return `${op} proposed by ${mine ? "you" : anyOf[by.slice(0, by.indexOf(":"))]}`;
  });
  const more = pending.length > namedEdits ? `, and ${pending.length - namedEdits} more` : "";
  return `[not applied, waiting for approval: ${named.join(", ")}${more}] `;
}

/** A turn without a memory. */
export const bareTurn = (
  text: string,
  { event_id, said_by }: Pick<TurnRow, "event_id" | "said_by">,
  view: TrustView,
): Candidate => ({
  id: undefined,
  row: undefined,
  trust: "untrusted",
  writer: said_by,
  limited: limitedWriters({ writer: said_by, edited_by: [] }, view),
  text,
  label: "",
  tokens: countTokens(text) + overhead("", text),
  score: undefined,
  refs: [event_id],
  sticky: false,
  pending: [],
  fenced: true,
});

/** The bullet, the label, and the indent of each further line. */
function overhead(label: string, text: string): number {
  let lines = 2;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines + (label === "" ? 0 : countTokens(label));
}
