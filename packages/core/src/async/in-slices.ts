import { ownTurn } from "./own-turn.js";

/** Work that says by `yield` where it may be interrupted. */
export type Sliced<T> = Generator<void, T>;

/** Does the work without interruption. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work slice by slice; others are served in between. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await ownTurn();
  }
}
