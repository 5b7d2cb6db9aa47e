import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page, Step } from "./page.js";
import { root } from "./workspace.js";

const tsc = join(root, "node_modules/typescript/bin/tsc");
const options = {
  target: "ES2023",
  module: "NodeNext",
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ["node"],
  outDir: "out",
  rootDir: ".",
};

/** Type-checks every `ts` block against the built packages and returns JavaScript that Node can run. */
export function compileSnippets(pages: Page[], folder: string): Map<Step, string> {
  mkdirSync(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const snippets = pages.flatMap((page) =>
    page.steps
      .filter(({ language }) => language === "ts")
      .map((step) => ({ step, name: `${page.path.replace(/\W+/g, "-")}-line-${step.line}` })),
  );
  for (const { step, name } of snippets)
    writeFileSync(join(folder, `${name}.mts`), `${step.code}\nexport {};\n`);
  const files = snippets.map(({ name }) => `${name}.mts`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  if (files.length === 0) return new Map();
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`The code on the pages does not compile:\n${stdout}`);
  return new Map(
    snippets.map(({ step, name }) => [step, readFileSync(join(folder, "out", `${name}.mjs`), "utf8")]),
  );
}
