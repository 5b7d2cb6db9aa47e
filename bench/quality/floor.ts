import { Bm25 } from "../lib/bm25.js";
import type { Conversation } from "../lib/corpus.js";
import type { Judged } from "../lib/metrics.js";

/** Stemmed BM25 over the same turns and questions. */
export const judgeFloor = ({ turns, questions }: Conversation, depth: number): Judged[] => {
  const index = new Bm25(turns.map((turn) => turn.floorText));
  return questions.map(({ text, category, evidence }) => ({
    category,
    evidence,
    ranking: index.search(text, depth).map((hit) => turns[hit.index]!.id),
  }));
};
