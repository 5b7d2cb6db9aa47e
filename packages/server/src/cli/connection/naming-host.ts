import { PalimpsestError } from "@palimpsest/contract";
import { type Config, databaseName } from "../../config/index.js";

/**
 * Runs work on a database. An error of the connection to Postgres then names the host, which the error of a request
 * does not, since its reader may be a stranger.
 */
export async function namingHost<T>({ databaseUrl }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (databaseUrl === undefined || !(error instanceof PalimpsestError) || error.code !== "UNAVAILABLE")
      throw error;
    const message = messageOf(error, databaseName(databaseUrl));
    throw new PalimpsestError("UNAVAILABLE", message, { cause: error, retryAfter: error.retryAfter });
  }
}

function messageOf({ message, cause }: PalimpsestError, name: string): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  // SQLSTATE classes of a login that is refused and of a database that does not exist.
  if (/^(28|3D)/.test(code))
    return `The Postgres server ${name} refused the login: ${(cause as Error).message}.`;
  if (/^E[A-Z]/.test(code)) return `Cannot reach the Postgres server ${name} (${code}).`;
  return `The Postgres server ${name}: ${message}`;
}
