import { ownTurn } from "../async/index.js";
import type { EventCategory, ExtractedEvent, Extraction, SourceDocument } from "./event.js";
import { eventTime } from "./event-time.js";
import { fitQuote } from "./evidence/fit-quote.js";
import { type Block, blocksOf } from "./layout/blocks.js";
import { labelOf } from "./layout/labels.js";
import { type Span, sentencesIn } from "./layout/sentences.js";
import { mergeEvents } from "./merge-events.js";
import { actorsOf, subjectOf } from "./people/actors.js";
import { entitiesOf, type FindParties, findPeople, partyFinder } from "./people/find-people.js";
import { appointedNames, labelNames } from "./people/label-names.js";
import { type Finding, readSentence } from "./sentence/read-sentence.js";

/** Longer sentences are read in pieces: most are tables or lists without a full stop. */
const maxSentence = 700;
/** The event loop is let go after so many milliseconds of work. */
const turnMs = 12;

interface Reading {
  document: SourceDocument;
  spoken: boolean;
  find: FindParties;
}

interface Place extends Reading {
  block: Block;
  isFirst: boolean;
}

const hasWord = /\p{L}{2}/u;

/**
 * The events that a document tells of, found by cue phrases. The same document and date always give the same events.
 * Works in short turns, so that a long document does not keep others waiting.
 */
export async function extractByRules(document: SourceDocument): Promise<Extraction> {
  const { text, type } = document;
  const spoken = type === "chat" || type === "transcript";
  const blocks = blocksOf(document);
  const speakers = new Set(blocks.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])));
  const named = [...labelNames(text, blocks), ...appointedNames(text)];
  const parties = findPeople(document, [...speakers, ...named]);
  const reading: Reading = { document, spoken, find: partyFinder(parties) };
  const events: ExtractedEvent[] = [];
  let turnEnds = performance.now() + turnMs;
  for (const block of blocks) {
    for (const [index, span] of sentencesIn(text, block, spoken).flatMap(cutLong).entries()) {
      if (performance.now() > turnEnds) {
        await ownTurn();
        turnEnds = performance.now() + turnMs;
      }
      events.push(...eventsOf(span, { block, isFirst: index === 0, ...reading }));
    }
  }
  return { events: mergeEvents(events), entities: entitiesOf(text, parties) };
}

function eventsOf(span: Span, place: Place): ExtractedEvent[] {
  const sentence = place.document.text.slice(span.start, span.end);
  if (!hasWord.test(sentence)) return [];
  const label = place.isFirst ? undefined : labelOf(sentence);
  if (label !== undefined && sentence.slice(0, label.length).includes(":")) {
    if (label.isOpen) return [];
    const { category, length, who } = label;
    const block = { ...place.block, from: span.start, label: category, lead: who };
    return eventsOf({ start: span.start + length, end: span.end }, { ...place, block, isFirst: true });
  }
  return readSentence(sentence, place.block, place.isFirst, place.spoken).map((finding) =>
    eventOf(finding, span, place),
  );
}

/** Pieces of at most the longest sentence, cut at blanks. */
function cutLong({ start, end }: Span): Span[] {
  const pieces: Span[] = [];
  for (let from = start; from < end; from += maxSentence) {
    pieces.push({ start: from, end: Math.min(end, from + maxSentence) });
  }
  return pieces;
}

function eventOf(
  { category, weight, at, clause }: Finding,
  span: Span,
  { document, block, isFirst, find }: Place,
): ExtractedEvent {
  const { text } = document;
  const isWhole = clause.end - clause.start === span.end - span.start;
  // A label belongs to the statement: "Decision: use Postgres".
  const from = isFirst && isWhole ? block.from : span.start + clause.start;
  const part = { start: from, end: span.start + clause.end };
  const quote = fitQuote(text, part, span.start + at);
  const sentence = text.slice(span.start + clause.start, span.start + clause.end);
  const told = {
    sentence,
    category,
    at: Math.max(0, at - clause.start),
    voice: block.speaker ?? document.author,
    label: isFirst && block.label !== undefined ? text.slice(block.from, block.start) : undefined,
    lead: leadOf(block, sentence, category, find),
    find,
  };
  const actors = actorsOf(told);
  const stated = text
    .slice(isWhole && isFirst ? block.from : part.start, part.end)
    .replace(/\s+/g, " ")
    .trim();
  const event_time = eventTime(sentence, document, category === "Commitment");
  return {
    category,
    event_time,
    narrative: block.speaker === undefined ? stated : `${block.speaker}: ${stated}`,
    subject: subjectOf(told, actors, document.title),
    actors,
    confidence: Math.min(0.99, Math.round((weight + (event_time === null ? 0 : 0.04)) * 100) / 100),
    evidence: [{ quote: text.slice(quote.start, quote.end), start_char: quote.start, end_char: quote.end }],
  };
}

/**
 * A word before a colon names a person if the document knows it as one, or if it stands before a task that names no one
 * else first.
 */
function leadOf(
  { lead }: Block,
  sentence: string,
  category: EventCategory,
  find: FindParties,
): string | undefined {
  if (lead === undefined || find(lead).length > 0) return lead;
  const isOwner = category === "Commitment" && !saysWhen.test(lead) && find(sentence)[0]?.index !== 0;
  return isOwner ? lead : undefined;
}
const saysWhen =
  /^(?:due|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next|this|by|until|week|q[1-4])\b|^\d|\d{4}/i;
