import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../../../..");

/** A TypeScript or JavaScript file of ours. */
export interface Source {
  /** From the root of the repository, with forward slashes. */
  path: string;
  text: string;
  /** A test, or what only tests use. */
  isTest: boolean;
}

const roots = [
  "packages/contract/src",
  "packages/core/src",
  "packages/client/src",
  "packages/server/src",
  "bench",
  "docs",
  "examples",
  "scripts",
];

const isOnlyForTests = (path: string): boolean =>
  /\.test\.(ts|mjs)$|\/testing\/|\/security-tests\/|^docs\//.test(path);

/** Every file below these folders that the rules of the architecture speak about. */
export function readSources(folders: string[] = roots): Source[] {
  return folders.flatMap((root) =>
    readdirSync(join(repository, root), { recursive: true, encoding: "utf8" })
      .map((path) => `${root}/${path.split(sep).join("/")}`)
      .filter((path) => /\.(ts|mjs)$/.test(path) && !/\/(dist|node_modules)\//.test(path))
      .sort()
      .map((path) => ({
        path,
        text: readFileSync(join(repository, path), "utf8"),
        isTest: isOnlyForTests(path),
      })),
  );
}
