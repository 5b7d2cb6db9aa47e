import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseOptions, Memory } from "@palimpsest/core";
import * as ownCore from "@palimpsest/core";
import { createScratch, findServer } from "./postgres.js";

/** The product, of this checkout or of another. */
export type Core = Pick<typeof ownCore, "createLogin" | "migrateUp" | "openDatabase" | "openMemory">;

export type EngineName = "embedded" | "postgres";

export interface Store {
  /** The product on this store. It is open until `reopen` or `close`. */
  readonly memory: Memory;
  /** Closes it and opens it again: sessions remember what their statements cost when the store was smaller. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

const storeOf = async (start: () => Promise<Memory>, remove: () => Promise<void>): Promise<Store> => {
  let memory = await start();
  return {
    get memory() {
      return memory;
    },
    reopen: async () => {
      await memory.close();
      memory = await start();
    },
    close: async () => {
      await memory.close();
      await remove();
    },
  };
};

const open = (core: Core, database: DatabaseOptions, migrate: boolean): Promise<Memory> =>
  core.openMemory({
    database,
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
    migrate,
  });

const openEmbedded = async (core: Core): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  return storeOf(
    () => open(core, { dataDir: join(folder, "data") }, true),
    () => rm(folder, { recursive: true, force: true }),
  );
};

/** Migrated as the owner, served through a login of its own, as in production. */
const openPostgres = async (core: Core): Promise<Store> => {
  const server = await findServer();
  const scratch = await createScratch(server);
  const owner = await core.openDatabase({ url: scratch.url });
  await core.migrateUp(owner);
  const login = `${scratch.name}_login`;
  const url = await core.createLogin(owner, login, scratch.url, { runsJobs: true });
  await owner.close();
  return storeOf(
    () => open(core, { url, ownerUrl: scratch.url }, false),
    async () => {
      await scratch.drop(login);
      await server.stop();
    },
  );
};

/** The product on a fresh store of its own, removed when closed. */
export const openStore = (engine: EngineName, core: Core = ownCore): Promise<Store> => {
  if (engine === "embedded") return openEmbedded(core);
  if (engine === "postgres") return openPostgres(core);
  throw new Error(`no such engine: ${engine}; embedded or postgres`);
};
