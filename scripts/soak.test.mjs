import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./soak.mjs", import.meta.url));

test("a short soak with every fault loses nothing on either engine", { timeout: 240_000 }, async () => {
  const engines = process.env.PALIMPSEST_TEST_PG_URL ? ["embedded", "postgres"] : ["embedded"];
  // Both at once: most of the time they wait for a process to start.
  await Promise.all(
    engines.map(async (engine) => {
      const args = [script, "--quick", "--engine", engine];
      const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 230_000 });
      expect(stdout).toMatch(new RegExp(`${engine}: lost 0 of [1-9]\\d* acknowledged writes`));
    }),
  );
});
