import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { sqlState } from "../../db-errors.js";
import { latest, names, removeOlder } from "./generations.js";
import { firstBeat } from "./heartbeat.js";
import { type Owner, thisOwner, writeOwner } from "./owner.js";
import { listen } from "./witness.js";

export interface Published {
  generation: number;
  owner: Owner;
  server: Server;
}

/** Another process was quicker: the name exists, or our draft was taken for a leftover. */
const outrun = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);

/**
 * Makes this process the owner of the given generation, unless another one was quicker. The listening socket and what
 * the owner says about itself are made in a draft directory, which is then renamed to the generation's number: a rename
 * to a name that exists fails, so one process gets it, and nobody sees a socket that does not listen yet.
 *
 * A process that was slow to get here may use a number that was taken and removed meanwhile. Then a later generation
 * exists, since the latest is never removed, and this process withdraws.
 *
 * `short` is a path of `home` that is short enough for sockets.
 */
export async function publish(
  home: string,
  short: string,
  generation: number,
): Promise<Published | undefined> {
  const name = `new-${randomBytes(4).toString("hex")}`;
  const draft = join(home, name);
  const place = join(home, String(generation));
  const owner = thisOwner(home, randomBytes(16).toString("hex"));
  let server: Server | undefined;
  try {
    mkdirSync(draft, { mode: 0o700 });
    server = await listen(join(short, name, names.alive), owner.token);
    writeOwner(draft, owner);
    writeFileSync(join(draft, names.heartbeat), firstBeat, { mode: 0o600 });
    renameSync(draft, place);
  } catch (error) {
    server?.close();
    // Listening in a directory that is gone is answered with EACCES, as listening where that is not allowed.
    const isGone = !existsSync(draft);
    rmSync(draft, { recursive: true, force: true });
    if (isGone || outrun.has(sqlState(error) ?? "")) return undefined;
    throw error;
  }
  if (latest(home) !== generation) {
    server.close();
    rmSync(place, { recursive: true, force: true });
    return undefined;
  }
  // Only tidies up: what cannot be removed now is removed by the next owner.
  await removeOlder(home, short, generation).catch(() => undefined);
  return { generation, owner, server };
}
