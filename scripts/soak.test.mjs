import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./soak.mjs", import.meta.url));

test("a short soak with every fault loses nothing on either engine", { timeout: 240_000 }, async () => {
  const engines = process.env.PALIMPSEST_TEST_PG_URL ? ["embedded", "postgres"] : ["embedded"];
  const args = [script, "--quick", "--engine", engines.length > 1 ? "both" : "embedded"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 230_000 });
  for (const engine of engines) {
    expect(stdout).toMatch(new RegExp(`${engine}: lost 0 of [1-9]\\d* acknowledged writes`));
  }
});
