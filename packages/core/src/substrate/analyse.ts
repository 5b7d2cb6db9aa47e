import { type Attributes, kindOf, PalimpsestError } from "@palimpsest/contract";
import type { Embedder, EmbedOptions } from "../models/index.js";
import { countTokens, foldForSearch, spokenCues } from "../text/index.js";
import { type ToldTime, toldTimes } from "../time/index.js";
import { cueBits } from "./cues.js";

export interface Analysed {
  text: string;
  /** The text that the lexical index counts. It includes the date and the speaker, which a question may name. */
  search: string;
  /** The words of its questions, as they are indexed. */
  asked: string;
  /** What its words and its speaker tell, in the bits of `memory.cues`. */
  spoken: number;
  tokens: number;
  /** What the text tells of, besides the day on which it was said. */
  times: ToldTime[];
  /** Null when the embedder does not answer; a job adds the vector later. */
  embedding: Float32Array | null;
}

export interface Utterance {
  text: string;
  speaker: string | undefined;
  /** An agent spoke. */
  byAgent?: boolean;
  occurredAt: Date;
  /** What its vector is made of, if not the text. */
  meaning?: string;
}

/** What is to be stored, with its class; undefined where that is not known here. */
export interface Classed extends Utterance {
  boundaryClass: string | undefined;
}

/** What the vector of a memory of a kind is made of, if not its text. */
export const meaningOf = (kind: string, attributes: Attributes): string | undefined =>
  kindOf(kind).meaning?.(attributes);

/** Computes what the database cannot. Calls the embedder, so never inside a transaction. */
export async function analyse(embedder: Embedder, utterances: Classed[]): Promise<Analysed[]> {
  if (utterances.length === 0) return [];
  const vectors = await embedded(embedder, utterances);
  return utterances.map((utterance, at) => ({
    text: utterance.text,
    search: searchText(utterance),
    ...spokenOf(utterance),
    tokens: countTokens(utterance.text),
    times: toldTimes(utterance.text, utterance.occurredAt),
    embedding: vectors[at]!,
  }));
}

/**
 * A memory is stored without its vector if need be, and found by its words until it has one. A job that knows its class
 * embeds it, where that is not known here and a service would be sent its text.
 */
async function embedded(embedder: Embedder, utterances: Classed[]): Promise<(Float32Array | null)[]> {
  const sent = utterances.filter((each) => each.boundaryClass !== undefined || !embedder.outside);
  try {
    const vectors = (await embedTexts(embedder, sent, { interactive: true })).values();
    return utterances.map((each) => (sent.includes(each) ? vectors.next().value! : null));
  } catch (error) {
    if (error instanceof PalimpsestError && error.code === "MODEL_UNAVAILABLE")
      return utterances.map(() => null);
    throw error;
  }
}

type Embedded = Pick<Classed, "text" | "speaker" | "meaning" | "boundaryClass">;

/**
 * The vectors of memories. No service is sent anything of class secret: such a memory has a vector that says nothing, and
 * no search leads to it anyway.
 */
export async function embedTexts(
  embedder: Embedder,
  memories: Embedded[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  const isKept = ({ boundaryClass }: Embedded) => embedder.outside && boundaryClass === "secret";
  const texts = memories.filter((each) => !isKept(each)).map(embeddingText);
  const vectors = (texts.length > 0 ? await embedder.embed(texts, options) : []).values();
  return memories.map((each) => (isKept(each) ? emptyVector(embedder.dims) : vectors.next().value!));
}

/** A vector of zeros has no angle to others. */
function emptyVector(dims: number): Float32Array {
  const vector = new Float32Array(dims);
  vector[0] = 1;
  return vector;
}

/** The speaker is part of the meaning. The date is not, and would outweigh it. */
export const embeddingText = ({
  text,
  speaker,
  meaning = text,
}: Pick<Utterance, "text" | "speaker" | "meaning">): string => (speaker ? `${speaker}: ${meaning}` : meaning);

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export function searchText({ text, speaker, occurredAt }: Utterance): string {
  const date = `${occurredAt.getUTCDate()} ${months[occurredAt.getUTCMonth()]} ${occurredAt.getUTCFullYear()}`;
  return foldForSearch(`${date} ${speaker ?? ""} ${text}`);
}

/** The words of its questions, and what else the index keeps of how it was said. */
export function spokenOf({ text, byAgent = false }: Pick<Utterance, "text" | "byAgent">): {
  asked: string;
  spoken: number;
} {
  const cues = spokenCues(text);
  return { asked: cues.questions, spoken: cueBits(cues, byAgent) };
}

/** The text form that pgvector reads. Nine digits give back the same float; the engine reads longer ones slowly. */
export const vectorLiteral = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => (value === 0 ? "0" : value.toPrecision(9))).join(",")}]`;
