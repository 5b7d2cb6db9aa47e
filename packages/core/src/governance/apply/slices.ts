/** Memories per statement: a statement has a time limit on a server, a whole rollback must not. */
const perStatement = 1_000;

/** The same items, a statement's worth at a time. */
export function* slices<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += perStatement) yield items.slice(at, at + perStatement);
}
