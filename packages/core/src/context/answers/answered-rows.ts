import { type MemoryRow, turnOf } from "../../substrate/index.js";
import { answeredBy } from "./answers.js";

/** How far back a chain of short answers is followed. */
const longestChain = 3;

/** What a row answers, what that answers, and so on, oldest first; `hidden` if the reader may not see what it answers. */
export function answeredRows(
  row: MemoryRow,
  find: (position: number) => MemoryRow | undefined,
): MemoryRow[] | "hidden" {
  const chain: MemoryRow[] = [];
  for (let last = row; chain.length < longestChain; ) {
    const turn = turnOf(last);
    const position = Number(last.reading_position);
    const earlier =
      turn === null
        ? undefined
        : answeredBy(last, (steps) => (steps >= turn ? undefined : (find(position - steps) ?? "hidden")));
    if (earlier === "hidden" && chain.length === 0) return earlier;
    if (earlier === "hidden" || earlier === undefined) break;
    chain.unshift(earlier);
    last = earlier;
  }
  return chain;
}
