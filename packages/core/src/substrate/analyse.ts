import { PalimpsestError } from "@palimpsest/contract";
import type { Embedder } from "../models/index.js";
import { countTokens, foldForSearch } from "../text/index.js";

export interface Analysed {
  text: string;
  /** What the lexical index counts: the date and the speaker are part of what a question may name. */
  search: string;
  tokens: number;
  /** Null when the embedder is silent: the vector follows by a job. */
  embedding: string | null;
}

export interface Utterance {
  text: string;
  speaker: string | undefined;
  occurredAt: Date;
}

/** Everything about texts that only code outside the database can compute. Calls the embedder: never in a transaction. */
export async function analyse(embedder: Embedder, utterances: Utterance[]): Promise<Analysed[]> {
  if (utterances.length === 0) return [];
  const vectors = await embedded(embedder, utterances);
  return utterances.map((utterance, at) => ({
    text: utterance.text,
    search: searchText(utterance),
    tokens: countTokens(utterance.text),
    embedding: vectors && vectorLiteral(vectors[at]!),
  }));
}

/** A memory is worth keeping without its vector; what it says is found by its words meanwhile. */
async function embedded(embedder: Embedder, utterances: Utterance[]): Promise<Float32Array[] | null> {
  try {
    return await embedder.embed(utterances.map(embeddingText), { interactive: true });
  } catch (error) {
    if (error instanceof PalimpsestError && error.code === "MODEL_UNAVAILABLE") return null;
    throw error;
  }
}

/** Who said it is part of what it means; the date is not, and would drown it. */
export const embeddingText = ({ text, speaker }: Utterance): string =>
  speaker ? `${speaker}: ${text}` : text;

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

/** The text form that pgvector reads. */
export const vectorLiteral = (vector: Float32Array): string => `[${Array.prototype.join.call(vector, ",")}]`;
