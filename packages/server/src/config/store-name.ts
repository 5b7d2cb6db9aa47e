import type { Config } from "./load-config.js";

type Place = Pick<Config, "serverUrl" | "databaseUrl" | "dataDir" | "dataDirFrom">;

/** The server or store that commands use, for messages: an address, a Postgres database or a directory. No secrets. */
export function storeName({ serverUrl, databaseUrl, dataDir }: Place): string {
  if (serverUrl !== undefined) return new URL(serverUrl).origin;
  return databaseUrl === undefined ? dataDir : `Postgres ${databaseName(databaseUrl)}`;
}

/** The same, and why it is that one if no setting names it. */
export function storeAndReason(place: Place): string {
  const name = storeName(place);
  if (place.serverUrl !== undefined || place.databaseUrl !== undefined) return name;
  const reasons = {
    setting: "",
    directory: " (of the directory you are in)",
    user: " (your user's, since no .palimpsest is in this directory or above)",
  };
  return `${name}${reasons[place.dataDirFrom]}`;
}

/** `host:port/database` of a Postgres address. */
export function databaseName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get("host") ?? "localhost")}${pathname}`;
}
