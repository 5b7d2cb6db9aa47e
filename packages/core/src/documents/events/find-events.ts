import {
  chunkOf,
  type Evidence,
  type ExtractedEntity,
  type ExtractedEvent,
  extractByModel,
  extractByRules,
  namedEntities,
  type Rejected,
  type TextChunk,
  verifyEvidence,
} from "../../extraction/index.js";
import { JobFailure } from "../../jobs/index.js";
import { ChatFailure, type ChatModel } from "../../models/index.js";
import { blockedOutLong, type Policy } from "../../policy/index.js";
import type { Source } from "./source.js";

/** A quote, and the passages that hold it: passages overlap. */
export interface PlacedEvidence extends Evidence {
  chunk_id: string;
  covers: { chunk_id: string; start: number; end: number }[];
}

export interface PlacedEvent extends Omit<ExtractedEvent, "evidence"> {
  evidence: PlacedEvidence[];
}

export type Refused = Omit<Rejected, "reason"> & { reason: Rejected["reason"] | "tombstoned" };

/** What an extraction gave. */
export interface Found {
  extractor: "rules" | "model";
  model: string | null;
  prompt_version: string | null;
  events: PlacedEvent[];
  entities: ExtractedEntity[];
  rejected: Refused[];
}

/**
 * The events of a revision, by the model if there is one. What is highly sensitive never goes to a model. One of somebody
 * else's reads blocks of the same length instead of personal data, and so do the quotes that it gives.
 */
export async function findEvents(
  { row, document: whole, chunks }: Source,
  policy: Policy,
  given: ChatModel | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const model = row.boundary_class === "secret" ? undefined : given;
  if (model === undefined) {
    const found = await extractByRules(whole);
    return {
      ...{ extractor: "rules", model: null, prompt_version: null },
      ...placed(whole.text, chunks, found.events, []),
      entities: await namedEntities(whole, found),
    };
  }
  const document = model.outside ? { ...whole, text: await blockedOutLong(policy, whole.text) } : whole;
  try {
    const found = await extractByModel(document, chunks, model, signal);
    return {
      ...{ extractor: "model", model: found.model, prompt_version: found.prompt_version },
      ...placed(document.text, chunks, found.events, found.rejected),
      entities: await namedEntities(document, found),
    };
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error;
    throw new JobFailure(error.code, error.message, error.retry, error.retryAfter, error);
  }
}

/** Every quote is verified, whoever gave it, and names the passage that holds it. */
function placed(
  text: string,
  chunks: readonly TextChunk[],
  events: readonly ExtractedEvent[],
  refused: readonly Refused[],
): Pick<Found, "events" | "rejected"> {
  const rejected = [...refused];
  const kept = events.flatMap((event): PlacedEvent[] => {
    const evidence = event.evidence.flatMap((one) => place(text, chunks, one));
    if (evidence.length > 0) return [{ ...event, evidence }];
    const { category, narrative } = event;
    rejected.push({
      reason: "quote_not_found",
      category,
      narrative,
      quote: event.evidence[0]?.quote ?? null,
    });
    return [];
  });
  return { events: kept, rejected };
}

function place(text: string, chunks: readonly TextChunk[], claimed: Evidence): PlacedEvidence[] {
  const verified = verifyEvidence(text, claimed);
  const chunk = verified.ok ? chunkOf(chunks, verified.evidence) : undefined;
  if (!verified.ok || chunk === undefined) return [];
  const { start_char, end_char } = verified.evidence;
  const covers = chunks
    .filter((one) => one.start_char < end_char && start_char < one.end_char)
    .map((one) => ({
      chunk_id: one.chunk_id,
      start: Math.max(start_char, one.start_char) - one.start_char,
      end: Math.min(end_char, one.end_char) - one.start_char,
    }));
  return [{ ...verified.evidence, chunk_id: chunk.chunk_id, covers }];
}
