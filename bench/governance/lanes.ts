const width = 6;

/** Does `work` so many times, a few at once; gives the results in order. */
export const lanes = async <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next++;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
};
