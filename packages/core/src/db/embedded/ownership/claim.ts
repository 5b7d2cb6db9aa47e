import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PalimpsestError } from "@palimpsest/contract";
import { makePrivateDirectory, reason, unusable } from "../data-directory.js";
import { assertNoEarlierRelease } from "./earlier-release.js";
import { latest, names } from "./generations.js";
import { isBeating } from "./heartbeat.js";
import { deviceOf, isLocal, kernelId } from "./kernel.js";
import { describe, type Owner, readOwner } from "./owner.js";
import { Ownership } from "./ownership.js";
import { publish } from "./publish.js";
import { probe } from "./witness.js";

export type Claim = { mine: true; owner: Owner; held: Ownership } | { mine: false; owner: Owner | undefined };

/** Where owners of a data directory show themselves. */
export const ownerHome = (directory: string) => join(directory, ".owner");

/** The longest name of a socket there. */
export const longestName = `new-12345678/${names.alive}`;

interface ClaimOptions {
  /** A path of `ownerHome` that is short enough for sockets. */
  short: string;
  /** Throws if this process may join an owner but not be one. */
  mayOwn(): Promise<void>;
  /** How long a heartbeat is watched before it counts as stopped; owners beat once a second. */
  watchMs?: number;
  /** How long an owner has to show itself again after its files were removed; it looks once a second. */
  returnMs?: number;
}

/**
 * Becomes the owner of the directory, or returns the present one. Owners are numbered, and the one with the highest
 * number owns the directory while it lives. Whether it lives is shown by a listening socket in the directory; its pid
 * and host are only for messages.
 */
export async function claim(directory: string, options: ClaimOptions): Promise<Claim> {
  const { short, watchMs = 10_000, returnMs = 3_000 } = options;
  const home = ownerHome(directory);
  try {
    await assertNoEarlierRelease(directory);
    if (existsSync(join(directory, "PG_VERSION"))) await someOwner(home, returnMs);
    for (let attempt = 0; attempt < 100; attempt++) {
      const last = latest(home);
      if (last > 0) {
        const owner = readOwner(join(home, String(last)));
        const state = await stateOf(home, short, last, watchMs);
        if (state === "alive") return { mine: false, owner };
        if (state === "elsewhere") throw unusable(directory, unreachable(owner));
        if (state === "changed") continue;
      }
      await options.mayOwn();
      for (const path of [directory, home]) makePrivateDirectory(path);
      const published = await publish(home, short, last + 1);
      if (published)
        return { mine: true, owner: published.owner, held: new Ownership(directory, short, published) };
    }
  } catch (error) {
    if (error instanceof PalimpsestError) throw error;
    throw unusable(directory, reason(error), error);
  }
  throw unusable(directory, `no owner can be found or made in ${home}; try again.`);
}

const unreachable = (owner: Owner | undefined) =>
  `${describe(owner)} uses it and cannot be reached from here. Use that process's server (PALIMPSEST_URL), or stop it.`;

/** Waits a moment for an owner: a store that has been in use and has none may have had its files removed just now. */
async function someOwner(home: string, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (latest(home) === 0 && performance.now() < end) await sleep(100);
}

/** The owner that shows itself in the directory, alive or not. */
export function currentOwner(directory: string): Owner | undefined {
  const home = ownerHome(directory);
  return readOwner(join(home, String(latest(home))));
}

/**
 * A refused connection proves that the owner is dead if it ran on this kernel and both see the directory on the same
 * local file system. Otherwise (another machine, a network file system, an overlay that one of them looks under, a socket
 * that is gone) only its heartbeat can tell.
 */
async function stateOf(
  home: string,
  short: string,
  generation: number,
  watchMs: number,
): Promise<"alive" | "elsewhere" | "dead" | "changed"> {
  const place = join(home, String(generation));
  if (existsSync(join(place, names.released))) return "dead";
  const seen = await probe(join(short, String(generation), names.alive));
  if (seen === "listening") return "alive";
  const owner = readOwner(place);
  const kernel = kernelId();
  const sameKernel = kernel !== undefined && owner?.kernel === kernel;
  const sameFiles = owner?.local && isLocal(home) && owner.device === deviceOf(home);
  if (seen === "refused" && sameKernel && sameFiles) return "dead";
  const beating = await isBeating(place, watchMs, () => latest(home) !== generation);
  if (beating === undefined) return "changed";
  return beating ? "elsewhere" : "dead";
}
