import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { type Filter, type MemoryRow, readByIds } from "../../substrate/index.js";
import { type Stretch, standingWords } from "./extraction.sql.js";

/** Evidence as an event keeps it: where the words stand, in every passage that holds some of them. */
export interface KeptEvidence {
  evidence_id: string;
  chunk_id: string;
  start_char: number;
  end_char: number;
  covers: Stretch[];
}

export interface ShownEvidence extends Omit<KeptEvidence, "covers"> {
  quote: string;
  artifact_id: string;
}

export const evidenceOf = (attributes: Attributes): KeptEvidence[] => attributes.evidence as KeptEvidence[];

/** Ids of all passages that an event rests on. */
export const chunksOf = (attributes: Attributes): string[] =>
  evidenceOf(attributes).flatMap(({ covers }) => covers.map(({ chunk_id }) => chunk_id));

/** The revision that a passage belongs to: its id begins with that of the revision. */
const revisionIdOf = (chunkId: string): string => chunkId.split("::", 1)[0]!;

/**
 * The evidence of events as it may be shown: a quote stands if every passage that holds some of it may be read and still
 * says that part. In the order of the text.
 */
export async function readEvidence(
  tx: Tx,
  who: Principal,
  passages: Filter,
  events: readonly { id: string; attributes: Attributes }[],
): Promise<Map<string, ShownEvidence[]>> {
  const ids = [...new Set(events.flatMap(({ attributes }) => chunksOf(attributes)))];
  const found = ids.length === 0 ? [] : await readByIds(tx, who, passages, ids);
  const readable = new Map(found.map((memory) => [memory.id, memory]));
  const words = await amendedWords(tx, readable, events);
  return new Map(
    events.map(({ id, attributes }) => [
      id,
      evidenceOf(attributes)
        .flatMap((evidence) => shown(evidence, readable, words))
        .sort((a, b) => a.start_char - b.start_char || a.end_char - b.end_char),
    ]),
  );
}

const keyOf = ({ chunk_id, start, end }: Stretch) => `${chunk_id} ${start} ${end}`;

/** Of passages that were amended: the words of the stretches that still stand there. */
async function amendedWords(
  tx: Tx,
  readable: ReadonlyMap<string, MemoryRow>,
  events: readonly { attributes: Attributes }[],
): Promise<Map<string, string>> {
  const asked = events
    .flatMap(({ attributes }) => evidenceOf(attributes))
    .flatMap(({ covers }) => covers)
    .filter(({ chunk_id }) => readable.get(chunk_id)?.amended);
  const standing = await standingWords(tx, asked);
  return new Map([...standing].map(([at, words]) => [keyOf(asked[at]!), words]));
}

function shown(
  { covers, ...evidence }: KeptEvidence,
  readable: ReadonlyMap<string, MemoryRow>,
  amended: ReadonlyMap<string, string>,
): ShownEvidence[] {
  const wordsOf = (cover: Stretch): string | undefined => {
    const memory = readable.get(cover.chunk_id);
    if (memory === undefined) return undefined;
    return memory.amended ? amended.get(keyOf(cover)) : memory.text.slice(cover.start, cover.end);
  };
  const said = covers.map((cover) => ({ cover, words: wordsOf(cover) }));
  if (said.some(({ words }) => words === undefined)) return [];
  const { start_char, end_char, chunk_id } = evidence;
  const whole = said.filter(({ cover }) => cover.end - cover.start === end_char - start_char);
  // What edits of other passages have taken out is blocks here. Another passage may still say it.
  const plain = whole.filter(({ words }) => !words!.includes("█"));
  const best = plain.find(({ cover }) => cover.chunk_id === chunk_id) ?? plain[0];
  if (best === undefined) return [];
  const holder = best.cover.chunk_id;
  return [{ ...evidence, chunk_id: holder, quote: best.words!, artifact_id: revisionIdOf(holder) }];
}
