/**
 * Milliseconds of processor time that the work takes, the best of three runs. A busy machine hardly changes it,
 * while it makes time on the clock useless as a bound.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
