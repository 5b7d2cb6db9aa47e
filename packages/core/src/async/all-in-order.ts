/** Waits for all of these, which were begun together; throws the error of the first, in their order, that failed. */
export async function allInOrder<T extends readonly Promise<unknown>[]>(
  ...begun: T
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(begun);
  return Promise.all(begun);
}
