#!/usr/bin/env node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, build, ensureInstalled, root } from "./lib/bootstrap.mjs";
import { countTests } from "./lib/count-tests.mjs";
import { ensureCommands } from "./lib/ensure-commands.mjs";
import { forward } from "./lib/forward.mjs";
import { main } from "./lib/main.mjs";
import { provisionPostgres } from "./provision-postgres.mjs";

await main(async () => {
  let outcome = { passed: 0, failed: 1 };
  try {
    outcome = await runAll(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
  }
  process.stdout.write(`${outcome.passed} passed, ${outcome.failed} failed\n`);
  return outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
});

/** Lint and type checks count as one failure each if they fail, and are not counted as tests if they pass. */
async function runAll(args) {
  await ensureInstalled();
  await ensureCommands();
  await build();
  const checks = [
    await tool("@biomejs/biome", "biome", ["check", "."]),
    await tool("typescript", "tsc", ["-p", "tsconfig.test.json"]),
  ];
  const tests = await runTests(args);
  return { passed: tests.passed, failed: tests.failed + checks.filter((code) => code !== 0).length };
}

async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-test-"));
  const report = join(folder, "report.json");
  const postgres = await provisionPostgres();
  process.stderr.write(`PostgreSQL ${postgres.version}, pgvector ${postgres.vector}\n`);
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const env = { PALIMPSEST_TEST_PG_URL: postgres.url };
    const code = await tool("vitest", "vitest", ["run", ...reporters, ...args], env);
    return countTests(report, code);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tool(packageName, command, args, env = {}) {
  return forward(process.execPath, [binary(packageName, command), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
}
