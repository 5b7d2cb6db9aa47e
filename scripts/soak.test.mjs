import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./soak.mjs", import.meta.url));

test("a short soak with every fault loses nothing on either engine", { timeout: 240_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--quick"], { timeout: 230_000 });
  const engines = process.env.PALIMPSEST_TEST_PG_URL ? ["embedded", "postgres"] : ["embedded"];
  for (const engine of engines) {
    expect(stdout).toMatch(new RegExp(`${engine}: lost 0 of [1-9]\\d* acknowledged writes`));
  }
});
