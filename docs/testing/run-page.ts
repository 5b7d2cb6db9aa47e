import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { jsonDifference, textMatches } from "./compare-output.js";
import type { Page, Step } from "./page.js";

export interface RunOptions {
  folder: string;
  env: Record<string, string>;
  /** Values on the page and the real values in this run, such as the address and the tenant. */
  substitutions: [shown: string, real: string][];
}

/**
 * Runs a page's steps in order in one shell, so that later steps see the variables of earlier ones, and compares their
 * output with what the page shows. Returns the failures.
 */
export async function runPage(
  page: Page,
  compiled: Map<Step, string>,
  { folder, env, substitutions }: RunOptions,
): Promise<string[]> {
  const results = join(folder, "results");
  mkdirSync(results);
  const toReal = (text: string) =>
    substitutions.reduce((done, [shown, real]) => done.replaceAll(shown, real), text);
  const toShown = (text: string) =>
    substitutions.reduce((done, [shown, real]) => done.replaceAll(real, shown), text);

  const script = page.steps.map((step, n) => {
    const file = join(folder, `step-${n}.${step.language === "ts" ? "mjs" : step.language}`);
    if (step.language !== "sh") writeFileSync(file, toReal(compiled.get(step) ?? step.code));
    const code = {
      sh: toReal(step.code),
      ts: `node --import "${nextToThisFile("tenant-header.mjs")}" ${file}\n`,
      sql: `node "${nextToThisFile("run-sql.mjs")}" ${file}\n`,
    }[step.language];
    return `exec >"${results}/${n}.out" 2>"${results}/${n}.err"\n${step.exit === 0 ? code : failing(code, step.exit)}`;
  });
  writeFileSync(join(folder, "page.sh"), [prelude, ...script].join("\n"));
  const shell = spawn("bash", ["page.sh"], { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(shell, "exit")) as [number | null];

  const read = (n: number, stream: string) => {
    const path = join(results, `${n}.${stream}`);
    return existsSync(path) ? toShown(readFileSync(path, "utf8")) : undefined;
  };
  const reached = page.steps.filter((_, n) => read(n, "out") !== undefined).length;
  return page.steps.slice(0, reached).flatMap((step, n) => {
    const [out, err] = [read(n, "out") ?? "", read(n, "err") ?? ""];
    const where = `${page.path}:${step.line}`;
    if (code !== 0 && n === reached - 1) return [`${where} failed (exit ${code}):\n${out}${err}`];
    const difference = compare(step, step.exit === 0 ? out : out + err);
    return difference === undefined ? [] : [`${where}: ${difference}`];
  });
}

const nextToThisFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The shell stops at the first failure, including an HTTP error, and its requests name the page's tenant. */
const prelude = `set -euo pipefail
curl() { command curl --fail-with-body -H "X-Tenant-Id: $PALIMPSEST_TENANT" "$@"; }
`;

const failing = (code: string, exit: number) => `set +e
(
${code}
)
ended=$?
set -e
[ "$ended" -eq ${exit} ] || { echo "ended with $ended, not ${exit}" >&2; exit 1; }
`;

function compare({ expected }: Step, real: string): string | undefined {
  if (expected === undefined) return undefined;
  if (expected.language === "output") {
    return textMatches(expected.text, real) ? undefined : `the page does not show the real output:\n${real}`;
  }
  const difference = jsonDifference(JSON.parse(expected.text), JSON.parse(real));
  return difference === undefined ? undefined : `${difference}\nin ${real}`;
}
