/** Seconds until the next attempt, a tenth more or less so that jobs that failed together do not return together. */
export function backoffSeconds(attempts: number, random: () => number = Math.random): number {
  return Math.min(30 * 2 ** (attempts - 1), 600) * (0.9 + 0.2 * random());
}
