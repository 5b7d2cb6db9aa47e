import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { type Database, type EmbedderOptions, openEmbedder } from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import { examine, type Finding, ill, well } from "./finding.js";

const leastFree = 512 * 1024 ** 2;

export const checkEmbedder = (options: EmbedderOptions): Promise<Finding> =>
  examine(
    "embedder",
    "Check OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_EMBED_MODEL, or unset them to use the built-in one.",
    async () => {
      const embedder = await openEmbedder(options);
      const started = performance.now();
      const [vector] = await embedder.embed(["palimpsest doctor"]);
      const ms = Math.round(performance.now() - started);
      const says = `${embedder.id} answers in ${ms} ms`;
      if (vector?.length === embedder.dims) return well("embedder", says);
      return ill(
        "embedder",
        `${embedder.id} gave ${vector?.length ?? 0} numbers`,
        "Set OPENAI_EMBED_DIMS to what the model gives.",
      );
    },
  );

/** Commands go to a server elsewhere; what it stands on is seen from its own machine alone. */
export const checkServer = (url: string): Promise<Finding> =>
  examine(
    "server",
    "Check PALIMPSEST_URL, and that the server runs. `palimpsest doctor` on its machine sees more.",
    async () => {
      const answer = await fetch(new URL("/health", url), { signal: AbortSignal.timeout(5_000) });
      const { status, mode } = (await answer.json()) as { status: string; mode: Record<string, string> };
      const says = `${url} is ${status}: engine ${mode.engine}, embedder ${mode.embedder}, auth ${mode.auth}`;
      return answer.ok
        ? well("server", says)
        : ill("server", says, "Run `palimpsest doctor` on the server's machine.");
    },
  );

/** Who runs the embedded engine; a server needs no such lock. */
export function checkLock(db: Database): Finding {
  const { engine, role, ownerPid, dataDir } = db.status();
  if (engine === "postgres") return well("lock", "not needed with a Postgres server");
  if (role === "guest")
    return well("lock", `${dataDir} is run by process ${ownerPid}, which this one speaks to`);
  return well("lock", `${dataDir} was free; this process holds it while it runs`);
}

export const checkDisk = (config: Config): Promise<Finding> =>
  examine("disk", `Check that ${config.dataDir} can be read and written.`, async () => {
    if (config.databaseUrl !== undefined)
      return well("disk", "the Postgres server's own matter; it is not seen from here");
    const { bavail, bsize } = await statfs(nearest(config.dataDir));
    const free = bavail * bsize;
    const says = `${(free / 1024 ** 3).toFixed(1)} GB free at ${config.dataDir}`;
    return free >= leastFree
      ? well("disk", says)
      : ill("disk", says, "Free some space, or move the data with PALIMPSEST_DATA_DIR.");
  });

/** The closest directory that is there. */
const nearest = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
