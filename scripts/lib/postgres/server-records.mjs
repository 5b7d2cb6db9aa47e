import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir } from "./cache-dir.mjs";
import { stopCluster } from "./cluster.mjs";
import { stopContainer } from "./docker.mjs";
import { isAlive, processIdentity } from "./process-identity.mjs";

const FOLDER = join(cacheDir, "servers");

/** Records a started server, so that a later run can use it again, or stop it if its owner was killed. */
export function saveRecord(server, { keep, ...options }) {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${randomBytes(6).toString("hex")}.json`);
  const record = { ...server, ...options, kept: keep, owner: processIdentity(process.pid), file };
  // Renamed into place, so that another run never reads half a record.
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return record;
}

/** Every recorded server of this machine. */
export function readRecords() {
  mkdirSync(FOLDER, { recursive: true });
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      try {
        return [JSON.parse(readFileSync(join(FOLDER, name), "utf8"))];
      } catch (error) {
        if (error.code === "ENOENT") return [];
        throw error;
      }
    });
}

/** Stops a server and deletes its record. */
export async function stopServer(record) {
  await (record.kind === "docker" ? stopContainer(record) : stopCluster(record));
  forgetServer(record);
}

/** Deletes the record of a server. */
export function forgetServer(record) {
  rmSync(record.file, { force: true });
}

/** Stops the servers of runs that were killed. */
export async function stopOrphans(log) {
  for (const record of readRecords().filter((server) => !server.kept && !isAlive(server.owner))) {
    try {
      await stopServer(record);
    } catch (error) {
      log(`forgetting a server that cannot be stopped: ${error.message.split("\n")[0]}`);
      forgetServer(record);
    }
  }
}
