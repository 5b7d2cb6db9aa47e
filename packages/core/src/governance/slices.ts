/** Memories per statement: on a server a statement has a time limit, which a large rollback would exceed. */
const perStatement = 1_000;

/** The items in slices, for one statement each unless a size is given. */
export function* slices<T>(items: T[], size = perStatement): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
