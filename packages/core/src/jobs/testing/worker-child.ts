import { type DatabaseOptions, openDatabase } from "../../db/index.js";
import { tenantDirectory } from "../../identity/index.js";
import { callLimiter } from "../../limits/index.js";
import { builtinEmbedder } from "../../models/index.js";
import { keptVectors } from "../../substrate/index.js";
import { startWorker } from "../run/worker.js";
import { operationJob } from "./operation-job.js";

/** A worker and nothing else, in a process that has served no request. Says on stdout how each job ended. */
export async function runWorker(options: DatabaseOptions): Promise<void> {
  const db = await openDatabase(options);
  const audit = {
    add: () => undefined,
    store: async () => undefined,
    sample: () => undefined,
    sealSoon: () => undefined,
    unsealable: () => [],
    flush: async () => undefined,
  };
  const worker = startWorker(
    {
      ...{ db, embedder: builtinEmbedder(), tenants: tenantDirectory(db), audit },
      settings: { auth: "none" },
      limiter: callLimiter(),
      keptVectors: keptVectors(),
      selftest: () => Promise.reject(new Error("not here")),
    },
    {
      kinds: [operationJob],
      pollMs: 10,
      onEnd: (ended) => process.stdout.write(`${JSON.stringify(ended)}\n`),
      onError: (error) => process.stderr.write(`${error}\n`),
    },
  );
  process.stdin.resume().once("end", async () => {
    await worker.stop();
    await db.close();
  });
}
