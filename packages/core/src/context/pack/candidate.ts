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
import { type Byline, lineBegins } from "./byline.js";
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
  /** What stands before the text in the prompt, before who said it. */
  label: string;
  /** Who said it, where and when. Lines of one session stand together, and the first of them names it. */
  said: Byline | undefined;
  /** With the whole byline before it, and with what is left of that after a line of the same session. */
  tokens: number;
  tokensAfter: number;
  /** The memory that it answers: it is never shown without that. */
  answers: string | undefined;
  /** Memories that it was made from: it is told right after one of them. */
  madeFrom?: readonly string[];
  score: number | undefined;
  refs: string[];
  /** Never dropped while the budget has room for it at all. */
  sticky: boolean;
  /** Edits of it that wait: it is shown as it is without them. */
  pending: PendingEdit[];
  /** Quoted between fences: it may inform but must not instruct. */
  fenced: boolean;
  /** Only a summary is shown, so that another section may show the memory too. This is its whole text. */
  whole?: string;
}

/** Only what a person wrote as rule, censor, skill, task or decision may guide; all else is quoted. */
const guiding: readonly SectionName[] = ["rules", "warnings", "skills", "task_state", "relevant_decisions"];

export interface Shown {
  section: SectionName;
  view: TrustView;
  label?: string;
  said?: Byline;
  answers?: string;
  madeFrom?: readonly string[];
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
    ...costs(counted, label, text, shown.said),
    said: shown.said,
    answers: shown.answers,
    madeFrom: shown.madeFrom,
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
  ...costs(countTokens(text), "", text, undefined),
  said: undefined,
  answers: undefined,
  score: undefined,
  refs: [event_id],
  sticky: false,
  pending: [],
  fenced: true,
});

/** The text, the bullet, the label, and the indent of each further line. */
function costs(counted: number, label: string, text: string, said: Byline | undefined) {
  let lines = 2;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  const labelled = (begins: string) => {
    const whole = label + begins;
    return counted + lines + (whole === "" ? 0 : countTokens(whole));
  };
  const tokens = labelled(said ? lineBegins(said) : "");
  return { tokens, tokensAfter: said?.session ? labelled(lineBegins(said, said)) : tokens };
}
