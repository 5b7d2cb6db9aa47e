const last = new Map<string, Promise<unknown>>();

/**
 * Runs the work after all that was begun before under the same key in this process. For work that would otherwise have to
 * be done again because of one another; what other processes do at the same time must be guarded against as well.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const own = before.then(work, work);
  last.set(key, own);
  try {
    return await own;
  } finally {
    if (last.get(key) === own) last.delete(key);
  }
}
