import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type Database,
  descriptorLimit,
  type EmbedderOptions,
  openEmbedder,
  openToOthers,
} from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import { type Finding, fail, pass, runCheck } from "./finding.js";

const minFreeBytes = 512 * 1024 ** 2;
const minDescriptors = 2_048;

export const checkEmbedder = (options: EmbedderOptions): Promise<Finding> =>
  runCheck(
    "embedder",
    "Check OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_EMBED_MODEL, or unset them to use the built-in embedder.",
    async () => {
      const embedder = await openEmbedder(options);
      const started = performance.now();
      const [vector] = await embedder.embed(["palimpsest doctor"]);
      const ms = Math.round(performance.now() - started);
      if (vector?.length === embedder.dims) {
        return pass("embedder", `${embedder.id} answered in ${ms} ms`);
      }
      return fail(
        "embedder",
        `${embedder.id} returned a vector of ${vector?.length ?? 0} dimensions`,
        "Set OPENAI_EMBED_DIMS to the dimensions that the model returns.",
      );
    },
  );

/** Which process runs the embedded engine. A Postgres server needs no lock. */
export function checkLock(db: Database): Finding {
  const { engine, role, ownerPid, dataDir } = db.status();
  if (engine === "postgres") return pass("lock", "not needed with a Postgres server");
  if (role === "guest")
    return pass("lock", `process ${ownerPid} runs the engine on ${dataDir}; this process connects to it`);
  return pass("lock", `no other process uses ${dataDir}`);
}

/** Looks before the database is opened, for opening it closes its files to others. */
export const checkFiles = (dataDir: string): Promise<Finding> =>
  runCheck("files", `Check who owns ${dataDir}.`, async () => {
    const open = await openToOthers(dataDir);
    if (open.length === 0) return pass("files", `only their owner can read those in ${dataDir}`);
    return fail(
      "files",
      `other users may read ${open.length} files or directories, such as ${open[0]}`,
      `Restart palimpsest, or run: chmod -R go-rwx ${dataDir}`,
    );
  });

/** Each connection takes one, and the embedded engine some hundreds. */
export function checkDescriptors(limit = descriptorLimit()): Finding {
  if (limit === undefined) return pass("open files", "this system does not tell the limit");
  const message = `at most ${limit} at a time`;
  return limit >= minDescriptors
    ? pass("open files", message)
    : fail(
        "open files",
        `${message}, which is few for a server`,
        `Raise the limit with ulimit -n ${minDescriptors}, or LimitNOFILE= of a systemd unit.`,
      );
}

export const checkDisk = (config: Config): Promise<Finding> =>
  runCheck("disk", `Check that ${config.dataDir} can be read and written.`, async () => {
    if (config.databaseUrl !== undefined)
      return pass("disk", "not checked: the disk of a Postgres server cannot be seen from here");
    const { bavail, bsize } = await statfs(nearestExisting(config.dataDir));
    const free = bavail * bsize;
    const message = `${(free / 1024 ** 3).toFixed(1)} GB free at ${config.dataDir}`;
    return free >= minFreeBytes
      ? pass("disk", message)
      : fail("disk", message, "Free some space, or move the data and set PALIMPSEST_DATA_DIR.");
  });

const nearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
