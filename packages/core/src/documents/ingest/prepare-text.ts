import { ownTurn } from "../../async/index.js";
import { blockedOutLong } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { type CheckedDraft, digestsOf, type Prepared, prepareMemories } from "../../substrate/index.js";
import { chunkIdOf } from "./document-ids.js";
import { type Span, splitText } from "./passages.js";

/** A text that can be written: its passages, and what stands for all of it. */
export interface PreparedText {
  tokens: number;
  spans: Span[];
  passages: Prepared[];
  head: Prepared;
  /** Passages of a long text are written before all of them come into force at once. */
  state: "new" | "staged" | "in force";
}

/** What the memories of a text are made with: each passage is `passage` with words of its own. */
export interface TextDrafts {
  artifactId: string;
  text: string;
  /** The text of the same length that is split, if words of it are withheld. */
  whole?: string;
  /** The text of the same length as it is kept, with the words that come back when an edit is undone. */
  kept?: string;
  passage: CheckedDraft;
  head: CheckedDraft;
}

/** Passages that are analysed and embedded at once, before others get a turn. */
const perTurn = 8;

/** The part of keeping a text of any length that may call a model. `check` sees each part as soon as it is made. */
export async function prepareText(
  context: OperationContext,
  { artifactId, text, whole = text, kept = text, passage, head }: TextDrafts,
  check: (made: Prepared[]) => void = () => undefined,
): Promise<PreparedText> {
  const { tokens, spans } = await splitText(whole, context.services.passages);
  // As a whole: what is cut in two at the end of a passage would not be found there.
  const { services, policy, digestKey } = context;
  const sent = services.embedder.outside ? await blockedOutLong(policy, text) : undefined;
  const passages: Prepared[] = [];
  for (let from = 0; from < spans.length; from += perTurn) {
    if (from > 0) await ownTurn();
    const drafts = spans.slice(from, from + perTurn).map(({ start, end }) => ({
      ...passage,
      text: text.slice(start, end),
      meaning: sent?.slice(start, end),
    }));
    const made = await prepareMemories(context, drafts);
    check(made);
    for (const [at, memory] of made.entries()) {
      const id = spans.length === 1 ? artifactId : chunkIdOf(artifactId, from + at, memory.text);
      const { start, end } = spans[from + at]!;
      const given = kept.slice(start, end);
      const original = given === memory.text ? undefined : { text: given, ...digestsOf(digestKey, given) };
      passages.push({ ...memory, id, original });
    }
  }
  const [standing] = await prepareMemories(context, [head]);
  check([standing!]);
  return { tokens, spans, passages, head: standing!, state: "new" };
}
