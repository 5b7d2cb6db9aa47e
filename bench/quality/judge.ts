import type { Memory } from "@palimpsest/core";
import type { Conversation } from "../lib/corpus.js";
import type { Judged } from "../lib/metrics.js";
import type { Explained } from "./fit/weights.js";
import { judgeFloor } from "./floor.js";
import { writeProduct } from "./product.js";

const depth = 50;

/** The same questions over the same turns, answered by both. */
export interface Compared {
  readonly floor: Judged[];
  readonly product: Explained[];
  /** Asks the product all questions once more, with all conversations in the store. */
  readonly again: () => Promise<Explained[]>;
}

export const compare = async (memory: Memory, conversations: readonly Conversation[]): Promise<Compared> => {
  const floor: Judged[] = [];
  const product: Explained[] = [];
  const written: { ask(): Promise<Explained[]> }[] = [];
  for (const conversation of conversations) {
    process.stderr.write(`${conversation.id}: ${conversation.turns.length} turns\n`);
    floor.push(...judgeFloor(conversation, depth));
    const one = await writeProduct(memory, conversation, depth);
    written.push(one);
    product.push(...(await one.ask()));
  }
  const again = async () => {
    const asked: Explained[] = [];
    for (const { ask } of written) asked.push(...(await ask()));
    return asked;
  };
  return { floor, product, again };
};
