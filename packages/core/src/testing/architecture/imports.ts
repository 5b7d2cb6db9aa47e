import { posix } from "node:path";
import type { Source } from "./sources.js";

export interface Import {
  /** The importing file, from the root of the repository. */
  file: string;
  /** A path from the root of the repository for a file of ours, else the name of the module. */
  target: string;
  typeOnly: boolean;
}

/** Where a relative import leads. A built file stands for its source. */
function resolvePath(file: string, specifier: string): string {
  const path = posix.join(posix.dirname(file), specifier);
  return path.replace(/^(packages\/[a-z]+)\/dist\//, "$1/src/").replace(/\.js$/, ".ts");
}

export function importsOf({ path, text }: Source): Import[] {
  const found = [
    ...text.matchAll(/^(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/^import\s+()"([^"]+)"/gm),
    ...text.matchAll(/\bimport\(\s*()"([^"]+)"\s*\)/g),
  ];
  return found.map(([, type, specifier = ""]) => ({
    file: path,
    target: specifier.startsWith(".") ? resolvePath(path, specifier) : specifier,
    typeOnly: Boolean(type),
  }));
}

export const shown = (imports: Import[]): string[] =>
  imports.map(({ file, target }) => `${file} -> ${target}`);
