import type { Cli } from "../cli.js";

const barWidth = 24;

/** How much of the whole is done, drawn. */
function bar(count: number, total: number): string {
  const filled = Math.round((barWidth * count) / Math.max(total, 1));
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}] ${count.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
}

/** Shows on a terminal how many are done, of how many if that is known, and how many in a second. */
export function progress({ stderr }: Pick<Cli, "stderr">, what: string, total?: number) {
  const started = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (count: number) => {
    const seconds = (performance.now() - started) / 1_000;
    const rate = Math.round(count / Math.max(seconds, 0.001));
    stderr.write(
      `\r${total === undefined ? count.toLocaleString("en-US") : bar(count, total)} ${what}, ${rate.toLocaleString("en-US")} a second\u001b[K`,
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
