import type { ChatModel } from "../../models/index.js";
import type { Evidence, ExtractedEvent } from "../event.js";
import { mergeEvents } from "../merge-events.js";
import { ask } from "./ask.js";
import { checkEvent, fieldsOf, type Rejected, rejected } from "./check-event.js";
import { canonicalPrompt } from "./prompts.js";
import { type AnsweredEvidence, answeredEvidence, canonicalSchema } from "./schemas.js";

/** More than this is not sent to be merged by the model; the rules alone merge it then. */
const maxInput = 200_000;

export interface ChunkEvents {
  chunk_id: string;
  start_char: number;
  events: ExtractedEvent[];
}

export interface Canonical {
  events: ExtractedEvent[];
  rejected: Rejected[];
}

/**
 * One list out of the events of all chunks, by prompt B. Nothing new may come from it: its evidence must be evidence of
 * the chunks. What it leaves out is kept, and what it left apart is merged by the rules.
 */
export async function canonicalise(
  model: ChatModel,
  chunks: readonly ChunkEvents[],
  signal?: AbortSignal,
): Promise<Canonical> {
  const all = chunks.flatMap(({ events }) => events);
  const input = { chunk_extractions: chunks.filter(({ events }) => events.length > 0).map(shown) };
  if (all.length < 2 || JSON.stringify(input).length > maxInput)
    return { events: mergeEvents(all), rejected: [] };
  const answer = await ask(
    model,
    { messages: canonicalPrompt(input), schema: canonicalSchema, list: "canonical_events" },
    signal,
  );
  const known = knownEvidence(chunks);
  const used = new Set<Evidence>();
  const events: ExtractedEvent[] = [];
  const refused: Rejected[] = [];
  for (const given of answer.canonical_events as unknown[]) {
    const checked = checkEvent(given);
    const list = (given as { evidence_list?: unknown } | null)?.evidence_list;
    const claimed = (Array.isArray(list) ? list : []).flatMap(
      (one) => answeredEvidence.safeParse(one).data ?? [],
    );
    if (!checked.ok) {
      refused.push(rejected(checked.reason, given, claimed[0]?.quote));
      continue;
    }
    const evidence = claimed.flatMap((one) => find(known, one, used) ?? []);
    if (evidence.length === 0) refused.push(rejected("not_in_extraction", given, claimed[0]?.quote));
    else {
      for (const one of evidence) used.add(one);
      events.push({ ...fieldsOf(checked.event), evidence });
    }
  }
  const left = all.filter(({ evidence }) => !evidence.some((one) => used.has(one)));
  return { events: mergeEvents([...events, ...left].sort(byPlace)), rejected: refused };
}

const byPlace = (a: ExtractedEvent, b: ExtractedEvent) =>
  a.evidence[0]!.start_char - b.evidence[0]!.start_char;

/** A chunk's events as prompt A gave them: offsets count from the start of the chunk. */
const shown = ({ chunk_id, start_char: start, events }: ChunkEvents) => ({
  chunk_id,
  events: events.map(({ evidence, ...event }) => ({
    ...event,
    evidence: evidence.map(({ quote, start_char, end_char }) => ({
      chunk_id,
      quote,
      start_char: start_char - start,
      end_char: end_char - start,
    })),
  })),
});

interface KnownEvidence {
  chunk_id: string;
  chunkStart: number;
  evidence: Evidence;
}

function knownEvidence(chunks: readonly ChunkEvents[]): Map<string, KnownEvidence[]> {
  const known = new Map<string, KnownEvidence[]>();
  for (const { chunk_id, start_char, events } of chunks) {
    for (const evidence of events.flatMap((event) => event.evidence)) {
      known.set(evidence.quote, [
        ...(known.get(evidence.quote) ?? []),
        { chunk_id, chunkStart: start_char, evidence },
      ]);
    }
  }
  return known;
}

/** The evidence that an answer means: the same quote, if possible of the same chunk, at the same place and not used yet. */
function find(
  known: Map<string, KnownEvidence[]>,
  { quote, chunk_id, start_char }: AnsweredEvidence,
  used: ReadonlySet<Evidence>,
): Evidence | undefined {
  const rate = (one: KnownEvidence) =>
    (used.has(one.evidence) ? 0 : 4) +
    (one.chunk_id === chunk_id ? 2 : 0) +
    (one.evidence.start_char - one.chunkStart === start_char ? 1 : 0);
  return known.get(quote)?.reduce((best, one) => (rate(one) > rate(best) ? one : best)).evidence;
}
