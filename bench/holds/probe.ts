import { openDatabase } from "@palimpsest/core";

const pauseMs = 2;

/** Started by `watch.ts` as a process of its own, so that nothing but the engine can make its reads wait. */
async function probe(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir });
  const read = async () => {
    const started = performance.now();
    await db.ownerStatements((tx) => tx.query("select 1"));
    return performance.now() - started;
  };
  let longestMs = 0;
  let asked = false;
  process.on("message", () => {
    asked = true;
  });
  process.send!("ready");
  for (;;) {
    longestMs = Math.max(longestMs, await read());
    if (asked) {
      process.send!(longestMs);
      asked = false;
      longestMs = 0;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

process.once("message", (dataDir: string) => void probe(dataDir));
