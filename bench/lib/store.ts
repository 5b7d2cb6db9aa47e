import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createServingLogin,
  type DatabaseOptions,
  type Memory,
  migrateUp,
  openDatabase,
  openMemory,
} from "@palimpsest/core";
import { createScratch, findServer } from "./postgres.js";

export type EngineName = "embedded" | "postgres";

export interface Store {
  readonly memory: Memory;
  close(): Promise<void>;
}

const open = (database: DatabaseOptions, migrate: boolean): Promise<Memory> =>
  openMemory({
    database,
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
    migrate,
  });

const openEmbedded = async (): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  const memory = await open({ dataDir: join(folder, "data") }, true);
  return {
    memory,
    close: async () => {
      await memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Migrated as the owner, served through a login of its own, as in production. */
const openPostgres = async (): Promise<Store> => {
  const server = await findServer();
  const scratch = await createScratch(server);
  const owner = await openDatabase({ url: scratch.url });
  await migrateUp(owner);
  const login = `palimpsest_bench_${process.pid}`;
  const url = await createServingLogin(owner, login, scratch.url);
  await owner.close();
  const memory = await open({ url, ownerUrl: scratch.url }, false);
  return {
    memory,
    close: async () => {
      await memory.close();
      await scratch.drop(login);
      await server.stop();
    },
  };
};

/** The product on a fresh store of its own, removed when closed. */
export const openStore = (engine: EngineName): Promise<Store> => {
  if (engine === "embedded") return openEmbedded();
  if (engine === "postgres") return openPostgres();
  throw new Error(`no such engine: ${engine}; embedded or postgres`);
};
