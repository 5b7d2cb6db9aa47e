import type { ChatModel } from "../../models/index.js";
import type { EventCategory, Evidence, ExtractedEvent } from "../event.js";
import { joined, mergeEvents, sameTime } from "../merge-events.js";
import { ask } from "./ask.js";
import { checkEvent, type Rejected, rejected } from "./check-event.js";
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
 * One list out of the events of all chunks, by prompt B. It says only which events tell of the same occurrence: what the
 * merged event holds comes from the chunks' events. What it leaves out is kept, and what it left apart is merged by the
 * rules.
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
  const known = sourcesByQuote(chunks);
  const used = new Set<ExtractedEvent>();
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
    const { category } = checked.event;
    const meant = new Set(claimed.flatMap((one) => find(known, category, one, used) ?? []));
    if (meant.size === 0) refused.push(rejected("not_in_extraction", given, claimed[0]?.quote));
    let merged: ExtractedEvent | undefined;
    for (const one of meant) {
      if (used.has(one) || (merged !== undefined && !sameTime(merged, one))) continue;
      used.add(one);
      merged = merged === undefined ? one : joined(merged, one);
    }
    if (merged !== undefined) events.push(merged);
  }
  const left = all.filter((event) => !used.has(event));
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

/** An event of a chunk, and where the chunk begins. */
interface Source {
  chunk_id: string;
  chunkStart: number;
  evidence: Evidence;
  event: ExtractedEvent;
}

function sourcesByQuote(chunks: readonly ChunkEvents[]): Map<string, Source[]> {
  const known = new Map<string, Source[]>();
  for (const { chunk_id, start_char: chunkStart, events } of chunks) {
    for (const event of events) {
      for (const evidence of event.evidence) {
        const same = known.get(evidence.quote) ?? [];
        known.set(evidence.quote, [...same, { chunk_id, chunkStart, evidence, event }]);
      }
    }
  }
  return known;
}

/**
 * The event of a chunk that an answer's evidence means: of the same category and with the same quote, if possible of the
 * same chunk, at the same place and not used yet.
 */
function find(
  known: Map<string, Source[]>,
  category: EventCategory,
  { quote, chunk_id, start_char }: AnsweredEvidence,
  used: ReadonlySet<ExtractedEvent>,
): ExtractedEvent | undefined {
  const rate = ({ event, evidence, ...one }: Source) =>
    (used.has(event) ? 0 : 4) +
    (one.chunk_id === chunk_id ? 2 : 0) +
    (evidence.start_char - one.chunkStart === start_char ? 1 : 0);
  let best: Source | undefined;
  for (const one of known.get(quote) ?? []) {
    if (one.event.category === category && (best === undefined || rate(one) > rate(best))) best = one;
  }
  return best?.event;
}
