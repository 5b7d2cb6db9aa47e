import type { Cli } from "../cli.js";

/** Shows on a terminal how many are done, and how many in a second. */
export function progress({ stderr }: Pick<Cli, "stderr">, what: string) {
  const started = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (count: number) => {
    const seconds = (performance.now() - started) / 1_000;
    const rate = Math.round(count / Math.max(seconds, 0.001));
    stderr.write(
      `\r${count.toLocaleString("en-US")} ${what}, ${rate.toLocaleString("en-US")} a second\u001b[K`,
    );
  };
  return {
    update: (count: number) => {
      if (!stderr.isTTY || performance.now() - shownAt < 200) return;
      shownAt = performance.now();
      show(count);
    },
    end: (count: number) => {
      if (!stderr.isTTY) return;
      show(count);
      stderr.write("\n");
    },
  };
}
