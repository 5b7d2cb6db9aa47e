import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sqlState } from "../../db-errors.js";
import { probe } from "./witness.js";

/** The names in a generation's directory. */
export const names = { alive: "alive", owner: "owner.json", heartbeat: "heartbeat", released: "released" };

const draft = /^new-[0-9a-f]{8}$/;

/** The number of the latest generation; 0 if there is none. It never decreases, for the latest is never removed. */
export function latest(home: string): number {
  return Math.max(0, ...generations(home));
}

/**
 * Removes what earlier owners have left, for the owner of generation `mine`. The one before it stays: a directory
 * listing on a network file system may miss both a name that is removed and one that is added meanwhile.
 */
export async function removeOlder(home: string, short: string, mine: number): Promise<void> {
  for (const at of generations(home)) {
    if (at < mine - 1) discard(join(home, String(at)));
  }
  for (const name of readdirSync(home).filter((found) => draft.test(found))) {
    if ((await probe(join(short, name, names.alive))) === "listening") continue;
    discard(join(home, name));
  }
}

/** Leaves a directory to which a process adds files at this moment: that one removes it, or is removed next time. */
function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (sqlState(error) !== "ENOTEMPTY") throw error;
  }
}

function generations(home: string): number[] {
  try {
    return readdirSync(home)
      .filter((name) => /^[1-9]\d{0,8}$/.test(name))
      .map(Number);
  } catch (error) {
    if (sqlState(error) === "ENOENT") return [];
    throw error;
  }
}
