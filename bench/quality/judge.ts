import type { Memory } from "@palimpsest/core";
import type { Conversation } from "../lib/corpus.js";
import type { Judged } from "../lib/metrics.js";
import type { Explained } from "./fit/weights.js";
import { judgeFloor } from "./floor.js";
import { judgeProduct } from "./product.js";

const depth = 50;

/** The same questions over the same turns, answered by both. */
export interface Compared {
  readonly floor: Judged[];
  readonly product: Explained[];
}

export const compare = async (memory: Memory, conversations: readonly Conversation[]): Promise<Compared> => {
  const floor: Judged[] = [];
  const product: Explained[] = [];
  for (const conversation of conversations) {
    process.stderr.write(`${conversation.id}: ${conversation.turns.length} turns\n`);
    floor.push(...judgeFloor(conversation, depth));
    product.push(...(await judgeProduct(memory, conversation, depth)));
  }
  return { floor, product };
};
