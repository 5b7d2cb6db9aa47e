import { dispatch } from "../../dispatch.js";
import { openMemory } from "../../open-memory.js";
import { hookedDatabase } from "../../testing/databases/hooked-database.js";
import { runJobs } from "../../testing/run-jobs.js";
import { human } from "../../testing/test-memory.js";
import { longNote, shortNote } from "./texts.js";

const forEver = new Promise<never>(() => undefined);

/**
 * Stops in the middle of ingesting a long document, then in the middle of the transaction that ends an extraction, and says
 * on stdout when it is there.
 */
export async function stopInTheMiddle(dataDir: string): Promise<void> {
  const memory = await openMemory({
    ...{ database: { dataDir }, embedder: { provider: "builtin" }, settings: { auth: "none" } },
  });
  const { services } = memory;
  const credential = { kind: "principal", principal: human("ann") } as const;
  const ingest = (input: object, db = services.db) =>
    dispatch({ ...services, db }, { operation: "ingestArtifact", input, credential, surface: "sdk" });
  await ingest(shortNote);
  await new Promise<void>((resolve) => {
    const stops = hookedDatabase(services.db, (moment, n) => {
      if (moment !== "after" || n < 2) return;
      resolve();
      return forEver;
    });
    void ingest(longNote, stops);
  });
  const stops = hookedDatabase(services.db, (moment) => {
    if (moment !== "commit") return;
    process.stdout.write("in the middle\n");
    return forEver;
  });
  await runJobs({ ...services, db: stops });
}
