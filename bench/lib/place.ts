import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogin, type DatabaseOptions, migrateUp, openDatabase } from "@palimpsest/core";
import { createScratch, findServer } from "./postgres.js";

/** Where a store of a run is, for processes that open it themselves. */
export interface Place {
  readonly database: DatabaseOptions;
  readonly env: Record<string, string>;
  remove(): Promise<void>;
}

export const embeddedPlace = async (): Promise<Place> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  const dataDir = join(folder, "data");
  const remove = () => rm(folder, { recursive: true, force: true });
  return { database: { dataDir }, env: { PALIMPSEST_DATA_DIR: dataDir }, remove };
};

export const postgresPlace = async (): Promise<Place> => {
  const server = await findServer();
  const scratch = await createScratch(server);
  const owner = await openDatabase({ url: scratch.url });
  await migrateUp(owner);
  const login = `${scratch.name}_login`;
  const url = await createLogin(owner, login, scratch.url, { runsJobs: true });
  await owner.close();
  const remove = async () => {
    await scratch.drop(login);
    await server.stop();
  };
  return { database: { url, ownerUrl: scratch.url }, env: { DATABASE_URL: url }, remove };
};
