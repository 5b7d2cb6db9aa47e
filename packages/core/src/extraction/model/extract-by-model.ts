import type { ChatModel } from "../../models/index.js";
import type { ExtractedEntity, ExtractedEvent, Extraction, SourceDocument } from "../event.js";
import type { TextChunk } from "../evidence/chunk-of.js";
import { verifyEvidence } from "../evidence/verify-evidence.js";
import { ask } from "./ask.js";
import { type ChunkEvents, canonicalise } from "./canonicalise.js";
import { checkEvent, fieldsOf, type Rejected, rejected } from "./check-event.js";
import { locateEntities } from "./locate-entities.js";
import { extractPrompt, promptVersion } from "./prompts.js";
import { answeredEvidence, extractionSchema } from "./schemas.js";

/** So many chunks are asked about at once. */
const atOnce = 4;
/** More events of one chunk are no summary of it. */
const maxEvents = 500;

export interface ModelExtraction extends Extraction {
  rejected: Rejected[];
  model: string;
  prompt_version: string;
}

/**
 * The events that a model finds in a document: prompt A for each chunk, prompt B for all. Every quote is checked against
 * the text; an event whose quote does not stand there is rejected. Throws a `ChatFailure` if the model gives no answer.
 */
export async function extractByModel(
  document: SourceDocument,
  chunks: readonly TextChunk[],
  model: ChatModel,
  signal?: AbortSignal,
): Promise<ModelExtraction> {
  const refused: Rejected[] = [];
  const entities: unknown[] = [];
  const found: ChunkEvents[] = [];
  for (let from = 0; from < chunks.length; from += atOnce) {
    const answers = await Promise.all(
      chunks.slice(from, from + atOnce).map(async (chunk) => ({
        chunk,
        answer: await ask(
          model,
          {
            messages: extractPrompt(document, document.text.slice(chunk.start_char, chunk.end_char)),
            schema: extractionSchema,
            list: "events",
          },
          signal,
        ),
      })),
    );
    for (const { chunk, answer } of answers) {
      const { events, rejected: bad } = eventsOf(document.text, chunk, answer.events as unknown[]);
      found.push({ chunk_id: chunk.chunk_id, start_char: chunk.start_char, events });
      refused.push(...bad);
      if (Array.isArray(answer.entities)) entities.push(...answer.entities);
    }
  }
  const canonical = await canonicalise(model, found, signal);
  return {
    events: canonical.events,
    entities: locateEntities(document.text, entities) satisfies ExtractedEntity[],
    rejected: [...refused, ...canonical.rejected],
    model: model.model,
    prompt_version: promptVersion,
  };
}

function eventsOf(
  text: string,
  chunk: TextChunk,
  given: readonly unknown[],
): { events: ExtractedEvent[]; rejected: Rejected[] } {
  const events: ExtractedEvent[] = [];
  const refused: Rejected[] = [];
  for (const one of given.slice(0, maxEvents)) {
    const checked = checkEvent(one);
    if (!checked.ok) {
      refused.push(rejected(checked.reason, one));
      continue;
    }
    const claimed = answeredEvidence.safeParse((one as { evidence?: unknown }).evidence);
    if (!claimed.success) {
      refused.push(rejected("invalid_shape", one));
      continue;
    }
    const { quote, start_char, end_char } = claimed.data;
    const verified = verifyEvidence(text, {
      quote,
      start_char: chunk.start_char + (start_char ?? Number.NaN),
      end_char: chunk.start_char + (end_char ?? Number.NaN),
    });
    if (verified.ok) events.push({ ...fieldsOf(checked.event), evidence: [verified.evidence] });
    else refused.push(rejected(verified.reason, one));
  }
  for (const one of given.slice(maxEvents)) refused.push(rejected("too_many_events", one));
  return { events, rejected: refused };
}
