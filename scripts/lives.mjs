#!/usr/bin/env node
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { binary, build, ensureInstalled, root } from "./lib/bootstrap.mjs";
import { forward } from "./lib/forward.mjs";
import { livesOf } from "./lib/lives/lives-of.mjs";
import { summarise } from "./lib/lives/summarise.mjs";
import { main } from "./lib/main.mjs";
import { provisionPostgres } from "./provision-postgres.mjs";

const TESTS = [
  "packages/core/src/governance/apply/fold.property.test.ts",
  "packages/core/src/governance/read/read-paths.property.test.ts",
];

await main(async () => {
  const { values } = parseArgs({
    options: { lives: { type: "string" }, seed: { type: "string" }, engine: { type: "string" } },
  });
  const chosen = livesOf(values);
  await ensureInstalled();
  await build();
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-lives-"));
  const report = join(folder, "report.jsonl");
  const postgres = chosen.engine === "embedded" ? undefined : await provisionPostgres();
  try {
    const code = await run(chosen, report, postgres?.url);
    const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
    const { text, agrees } = summarise(
      lines.map((line) => JSON.parse(line)),
      chosen,
    );
    process.stdout.write(`${text}\n`);
    return code === 0 && agrees ? 0 : 1;
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function run({ perEngine, throughSurfaces, seed, engine }, report, url) {
  const only = engine === undefined ? [] : ["-t", engine];
  const args = [binary("vitest", "vitest"), "run", ...TESTS, "--maxWorkers=2", ...only];
  const env = {
    ...process.env,
    LIVES: String(perEngine),
    SURFACE_LIVES: String(throughSurfaces),
    PALIMPSEST_SEED: String(seed),
    LIVES_REPORT: report,
    ...(url === undefined ? {} : { PALIMPSEST_TEST_PG_URL: url }),
  };
  return forward(process.execPath, args, { cwd: root, env });
}
