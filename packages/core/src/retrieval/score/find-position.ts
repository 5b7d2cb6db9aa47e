/** The index of a position among sorted ones, searched downwards from `from`, because postings descend; else -1. */
export function findPosition(positions: Float64Array, position: number, from = positions.length - 1): number {
  let high = positions[from]! < position ? positions.length - 1 : from;
  let low = Math.max(high, 0);
  for (let step = 1; low > 0 && positions[low]! > position; step *= 2) {
    high = low;
    low = Math.max(0, low - step);
  }
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = positions[middle]!;
    if (found === position) return middle;
    if (found < position) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
