import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLogin,
  type DatabaseOptions,
  type Memory,
  migrateUp,
  openDatabase,
  openMemory,
} from "@palimpsest/core";
import { createScratch, findServer } from "./postgres.js";

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

const open = (database: DatabaseOptions, migrate: boolean): Promise<Memory> =>
  openMemory({
    database,
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
    migrate,
  });

const openEmbedded = async (): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  return storeOf(
    () => open({ dataDir: join(folder, "data") }, true),
    () => rm(folder, { recursive: true, force: true }),
  );
};

/** Migrated as the owner, served through a login of its own, as in production. */
const openPostgres = async (): Promise<Store> => {
  const server = await findServer();
  const scratch = await createScratch(server);
  const owner = await openDatabase({ url: scratch.url });
  await migrateUp(owner);
  const login = `palimpsest_bench_${process.pid}`;
  const url = await createLogin(owner, login, scratch.url, { runsJobs: true });
  await owner.close();
  return storeOf(
    () => open({ url, ownerUrl: scratch.url }, false),
    async () => {
      await scratch.drop(login);
      await server.stop();
    },
  );
};

/** The product on a fresh store of its own, removed when closed. */
export const openStore = (engine: EngineName): Promise<Store> => {
  if (engine === "embedded") return openEmbedded();
  if (engine === "postgres") return openPostgres();
  throw new Error(`no such engine: ${engine}; embedded or postgres`);
};
