import { join } from "node:path";
import { probe } from "./ownership/witness.js";

/** The name `pg` and `psql` look for in a socket directory at the default port. */
export const socketName = ".s.PGSQL.5432";

/** Whether a process accepts connections on the socket in this directory. */
export async function isListening(directory: string): Promise<boolean> {
  return (await probe(join(directory, socketName))) === "listening";
}
