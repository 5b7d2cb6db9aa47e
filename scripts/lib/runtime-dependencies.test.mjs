import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const runtime = Object.entries(lock.packages).filter(([path, entry]) => path !== "" && !entry.dev);

it("installs and runs without any package's install script", () => {
  expect(runtime.length).toBeGreaterThan(10);
  expect(runtime.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)).toEqual([]);
});
