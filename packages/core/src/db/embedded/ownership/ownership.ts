import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateDirectory } from "../data-directory.js";
import { latest, names } from "./generations.js";
import { beat } from "./heartbeat.js";
import type { Owner } from "./owner.js";
import { type Published, publish } from "./publish.js";
import { tokenAt } from "./witness.js";

/** Why a process is no longer the owner: the directory is not at its path any more, or another process owns it. */
export type Loss = "gone" | "replaced" | "taken";

/** The ownership of a data directory. */
export class Ownership {
  readonly #directory: string;
  readonly #home: string;
  readonly #short: string;
  #published: Published;
  #beats = 0;
  #ended = false;
  /** At most one: two would both make removed files anew, and the second would find the number taken. */
  #renewal: Promise<Loss | "renewed" | undefined> | undefined;

  constructor(directory: string, short: string, published: Published) {
    this.#directory = directory;
    this.#short = short;
    this.#home = join(directory, ".owner");
    this.#published = published;
  }

  get owner(): Owner {
    return this.#published.owner;
  }

  /**
   * To be called once a second: shows that the owner lives, and looks whether the directory at the path is still the
   * one that was claimed. Removed files of the ownership are made anew. Does nothing once it was given up.
   */
  renew(): Promise<Loss | "renewed" | undefined> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Only when the engine is closed. */
  release(): void {
    this.#ended = true;
    const place = this.#place();
    if (existsSync(place)) {
      rmSync(join(place, names.alive), { force: true });
      try {
        writeFileSync(join(place, names.released), "", { mode: 0o600 });
      } catch {
        // On a full disk; the closed socket says the same to processes of this machine.
      }
    }
    this.#published.server.close();
  }

  /** Gives up a directory that is not at its path any more, so that another process can open it where it is. */
  abandon(): void {
    this.#ended = true;
    this.#published.server.close();
  }

  async #renew(): Promise<Loss | "renewed" | undefined> {
    const { generation, owner } = this.#published;
    const { token, seen } = await tokenAt(join(this.#short, String(generation), names.alive));
    if (this.#ended) return undefined;
    if (token === owner.token) await beat(this.#place(), ++this.#beats);
    if (seen === "listening" && (token ?? owner.token) === owner.token) return undefined;
    if (!existsSync(join(this.#directory, "PG_VERSION"))) return "gone";
    if (latest(this.#home) > generation) return "taken";
    return seen === "missing" ? this.#republish() : "replaced";
  }

  async #republish(): Promise<"renewed" | "taken"> {
    const { server, generation } = this.#published;
    makePrivateDirectory(this.#home);
    const next = await publish(this.#home, this.#short, generation + 1);
    if (!next) return "taken";
    server.close();
    this.#published = next;
    this.#beats = 0;
    if (this.#ended) this.release();
    return "renewed";
  }

  #place(): string {
    return join(this.#home, String(this.#published.generation));
  }
}
