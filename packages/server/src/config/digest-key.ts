import { createHmac, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PalimpsestError } from "@palimpsest/contract";
import type { Config } from "./load-config.js";

/**
 * The key of the digests that stand in for text. Given, it is taken. Embedded, it is made once and kept
 * beside the data, so that a copy of the directory alone does not hold it. On a Postgres server without
 * auth (a developer's machine) it is derived from the database's name and place, so that every process
 * agrees; such a key guards nothing, and with auth a real one must be given.
 */
export function digestKeyOf(config: Config): string {
  if (config.digestKey !== undefined) return config.digestKey;
  if (config.databaseUrl === undefined) return keptKey(`${config.dataDir}.key`);
  const { hostname, port, pathname } = new URL(config.databaseUrl);
  return createHmac("sha256", "palimpsest without auth")
    .update(`${hostname}:${port}${pathname}`)
    .digest("hex");
}

function keptKey(path: string): string {
  const present = readKey(path);
  if (present !== undefined) return present;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // A link appears whole or not at all: of two processes that start at once, both use the first one's key.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return keptKey(path);
}

function readKey(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new PalimpsestError("INTERNAL", `The key file ${path} cannot be read.`, { cause: error });
  }
  if (text.length < 32) {
    throw new PalimpsestError("INTERNAL", `The key file ${path} is damaged; restore it from a backup.`);
  }
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    throw new PalimpsestError("INTERNAL", `The key file ${path} is readable by others; chmod 600 it.`);
  }
  return text;
}
