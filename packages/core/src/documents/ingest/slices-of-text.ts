import { limits } from "@palimpsest/contract";

/** What is written in one transaction holds up to so many characters, or one item: all others wait for it. */
export const perTransactionChars = limits.textChars;

interface Sizes<T> {
  /** How many items the slice of this number has at most. */
  most(slice: number): number;
  charsOf(item: T): number;
}

/** The items in their order, in slices that can each be written in one transaction. */
export function slicesOfText<T>(items: readonly T[], { most, charsOf }: Sizes<T>): T[][] {
  const slices: T[][] = [];
  let chars = 0;
  for (const item of items) {
    const last = slices.at(-1);
    const size = charsOf(item);
    if (last && last.length < most(slices.length - 1) && chars + size <= perTransactionChars) {
      last.push(item);
      chars += size;
    } else {
      slices.push([item]);
      chars = size;
    }
  }
  return slices;
}
