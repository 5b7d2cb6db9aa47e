import { ownTurn } from "../../async/index.js";
import { tokenPieces, tokensOf, tokensOfWord } from "../../text/index.js";

/** Pieces that are counted before others get a turn: some milliseconds. */
const piecesPerTurn = 10_000;

/** Where the tokens of a text begin. Offsets are in UTF-16 units and never inside a pair. */
export interface TokenOffsets {
  total: number;
  /** The offset at which the token of this number begins; of a character in several tokens, where it begins. */
  offsetOf(token: number): number;
  /** How many tokens begin before this offset. */
  tokensBefore(offset: number): number;
}

/** Counts the tokens of a text of any length, in turns, so that others are served in between. */
export async function tokenOffsets(text: string): Promise<TokenOffsets> {
  const starts: number[] = [];
  const before: number[] = [];
  let total = 0;
  for (const { start, end } of tokenPieces(text)) {
    if (starts.length % piecesPerTurn === piecesPerTurn - 1) await ownTurn();
    starts.push(start);
    before.push(total);
    total += tokensOfWord(text.slice(start, end));
  }
  const piece = (at: number) => text.slice(starts[at]!, starts[at + 1] ?? text.length);

  return {
    total,
    offsetOf(token) {
      if (token <= 0) return 0;
      if (token >= total) return text.length;
      const at = lastAtMost(before, token);
      return starts[at]! + prefixLength(piece(at), token - before[at]!);
    },
    tokensBefore(offset) {
      if (offset >= text.length) return total;
      const at = lastAtMost(starts, offset);
      return before[at]! + tokensOf(text.slice(starts[at]!, offset)).length;
    },
  };
}

/** How many units of a piece its first tokens are. A token that ends inside a character does not count. */
function prefixLength(piece: string, tokens: number): number {
  const ends = tokensOf(piece);
  for (let count = tokens; count > 0; count--) {
    const text = ends.decode(count);
    if (piece.startsWith(text)) return text.length;
  }
  return 0;
}

/** The last position whose value is not greater; the values are in order. */
function lastAtMost(values: number[], wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (values[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
