import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { capture } from "./lib/run.mjs";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const names = ["contract", "core", "client"];

const exportsOf = async (file) =>
  JSON.parse(
    await capture(process.execPath, [
      "--input-type=module",
      "--eval",
      `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(pathToFileURL(file).href)})).sort()))`,
    ]),
  );

it.each(names)("the bundle of %s exports what its modules do", async (name) => {
  const dist = join(packages, name, "dist");
  const bundled = await exportsOf(join(dist, "bundle", "index.js"));
  expect(bundled.length).toBeGreaterThan(3);
  expect(bundled).toEqual(await exportsOf(join(dist, "index.js")));
});

it.each(names)("modules of %s find the files beside them from within the bundle", (name) => {
  const folder = join(packages, name, "dist", "bundle");
  const text = readFileSync(join(folder, "index.js"), "utf8");
  const places = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, place]) => place);
  expect(places.filter((place) => !existsSync(join(folder, place)))).toEqual([]);
  expect(places.length > 0).toBe(name === "core");
});
