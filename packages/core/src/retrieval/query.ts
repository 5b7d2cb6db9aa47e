import { PalimpsestError } from "@palimpsest/contract";
import type { Embedder } from "../models/index.js";
import type { Services } from "../services.js";
import { ownSpaceId, type SpaceVector, vectorBytes } from "../substrate/index.js";
import { type Clock, type QueryTimes, queryTimes } from "../time/index.js";

/** A query with its vector in the configured embedder's space, unless there is none. */
export interface Query {
  text: string;
  vector?: QueryVector;
  /** Why there is no vector, in words. */
  without?: string;
  /** The times that it names, if it does. */
  times?: QueryTimes;
}

export interface QueryVector extends SpaceVector {
  values: Float32Array;
  embedder: Embedder;
}

/**
 * The part of a search that may call a model, before the transaction. Without a vector, words alone are searched; without
 * a clock, times in it are words like others.
 */
export async function prepareQuery(services: Services, text: string, clock?: Clock): Promise<Query> {
  if (text.trim() === "") return { text };
  const times = clock && queryTimes(text, clock);
  const { embedder } = services;
  const spaceId = await ownSpaceId(services);
  try {
    const [values] = await embedder.embed([text], { purpose: "query", interactive: true });
    return {
      text,
      times,
      vector: { spaceId, dims: values!.length, bytes: vectorBytes(values!), values: values!, embedder },
    };
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== "MODEL_UNAVAILABLE") throw error;
    return { text, times, without: "the embedder does not answer" };
  }
}

/** In words: what a search compares, with the vector that it uses, and why it uses none. */
export const comparedBy = (query: Query, used: QueryVector | undefined): string =>
  used ? "words and vectors" : `words alone${why(query)}`;

function why({ vector, without }: Query): string {
  if (without) return `: ${without}`;
  return vector ? ": the stored vectors are another model's; run palimpsest embeddings switch" : "";
}
