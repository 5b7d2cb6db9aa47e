import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const command = join(root, "packages/server/dist/cli/main.js");

/** The parts of a checkout that a reader uses. */
const checkout = ["node_modules", "packages", "examples", "scripts", "bench", "package.json"];

/** Folders in which pages run, with `palimpsest` on the path and without the settings of this machine. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "palimpsest-docs-"));
  readonly #bin = join(this.folder, "bin");

  constructor() {
    mkdirSync(this.#bin);
    writeFileSync(join(this.#bin, "palimpsest"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
    chmodSync(join(this.#bin, "palimpsest"), 0o755);
  }

  /** A folder that looks like a checkout. */
  newFolder(name: string): string {
    const folder = join(this.folder, name.replace(/\W+/g, "-"));
    mkdirSync(folder);
    for (const part of checkout) symlinkSync(join(root, part), join(folder, part));
    return folder;
  }

  env(more: Record<string, string> = {}): Record<string, string> {
    return {
      PATH: [this.#bin, join(process.execPath, ".."), process.env.PATH].join(delimiter),
      HOME: this.folder,
      TMPDIR: tmpdir(),
      LANG: "C.UTF-8",
      PALIMPSEST_LOG_LEVEL: "warn",
      ...more,
    };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
