import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const packages = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

interface Import {
  file: string;
  /** A path from `packages/` for a relative import, else the name of the module. */
  target: string;
  typeOnly: boolean;
}

function resolvePath(file: string, specifier: string): string {
  const path = relative(packages, resolve(packages, dirname(file), specifier));
  return path.split(sep).join("/").replace(/\.js$/, ".ts");
}

const imports = readdirSync(packages, { recursive: true, encoding: "utf8" })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => /^[^/]+\/src\/.*\.ts$/.test(path))
  .filter((path) => !/\.test\.ts$|\/testing\/|\/security-tests\//.test(path))
  .flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(packages, file), "utf8");
  const found = [
    ...source.matchAll(/^(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"/gm),
    ...source.matchAll(/^import\s+()"([^"]+)"/gm),
    ...source.matchAll(/\bimport\(()"([^"]+)"\)/g),
  ];
  return found.map(([, type, specifier = ""]) => ({
    file,
    target: specifier.startsWith(".") ? resolvePath(file, specifier) : specifier,
    typeOnly: Boolean(type),
  }));
}

const shown = (found: Import[]) => found.map(({ file, target }) => `${file} -> ${target}`);

/** In core, a folder or file may use what stands on a line before its own. */
const layers = [
  ["text", "models", "input"],
  ["db"],
  ["identity"],
  ["audit"],
  ["substrate"],
  ["retrieval"],
  [
    "capture",
    "knowledge",
    "experience",
    "skills",
    "work",
    "documents",
    "capsules",
    "governance",
    "jobs",
    "system",
  ],
  ["context"],
  ["handlers.ts"],
  ["operations.ts"],
  ["dispatch.ts"],
  ["open-memory.ts"],
  ["index.ts"],
];
const capabilities = layers[6]!;

/** In the server likewise. `surface` is what REST and MCP over HTTP have in common. */
const serverLayers = [
  ["config", "observe", "process", "version.ts"],
  ["surface"],
  ["openapi", "mcp"],
  ["http"],
  ["serve"],
  ["cli"],
  ["index.ts"],
];

/** Types without behaviour, which every layer may name. */
const vocabulary = ["core/src/services.ts", "core/src/identity/principal.ts"];

const inCore = imports.filter(
  ({ file, target }) => file.startsWith("core/src/") && target.startsWith("core/src/"),
);
const partOf = (path: string) => path.split("/")[2]!;
const placeIn = (all: string[][], path: string) => all.findIndex((parts) => parts.includes(partOf(path)));
const layerOf = (path: string) => placeIn(layers, path);
const apart = ({ file, target }: Import) => partOf(file) !== partOf(target);

describe("imports point one way", () => {
  it("reads the sources of all four packages", () => {
    for (const name of ["contract", "core", "server", "client"]) {
      expect(imports.filter(({ file }) => file.startsWith(`${name}/`)).length, name).toBeGreaterThan(3);
    }
  });

  it("between packages: contract <- core <- server, contract <- client", () => {
    const allowed: Record<string, string[]> = {
      contract: [],
      core: ["@palimpsest/contract"],
      client: ["@palimpsest/contract"],
      server: ["@palimpsest/contract", "@palimpsest/core", "@palimpsest/client"],
    };
    const wrong = imports.filter(({ file, target }) => {
      const [own = ""] = file.split("/");
      if (target.startsWith("@palimpsest/")) return !allowed[own]?.includes(target);
      return /^[a-z]+\/src\//.test(target) && !target.startsWith(`${own}/src/`);
    });
    expect(shown(wrong)).toEqual([]);
  });

  it("the contract imports zod and nothing else", () => {
    const foreign = imports.filter(
      ({ file, target }) =>
        file.startsWith("contract/") && !target.startsWith("contract/") && target !== "zod",
    );
    expect(shown(foreign)).toEqual([]);
  });

  it("the client needs nothing at run time but fetch", () => {
    const loaded = imports.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith("client/") && !target.startsWith("client/") && !typeOnly,
    );
    expect(shown(loaded)).toEqual([]);
  });

  it("in core, every part has its place among the layers", () => {
    const paths = inCore
      .flatMap(({ file, target }) => [file, target])
      .filter((path) => !vocabulary.includes(path));
    expect([...new Set(paths.filter((path) => layerOf(path) < 0))]).toEqual([]);
  });

  it("in core, no layer uses one above it", () => {
    const upward = inCore.filter(
      (found) =>
        apart(found) &&
        !vocabulary.includes(found.file) &&
        !(vocabulary.includes(found.target) && found.typeOnly) &&
        layerOf(found.file) < layerOf(found.target),
    );
    expect(shown(upward)).toEqual([]);
  });

  it("in core, models and text import nothing inward", () => {
    const inward = inCore.filter((found) => /^core\/src\/(models|text)\//.test(found.file) && apart(found));
    expect(shown(inward)).toEqual([]);
  });

  it("in core, one capability sees another through its index alone", () => {
    const around = inCore.filter(
      (found) =>
        apart(found) &&
        capabilities.includes(partOf(found.file)) &&
        capabilities.includes(partOf(found.target)) &&
        !found.target.endsWith("/index.ts"),
    );
    expect(shown(around)).toEqual([]);
  });

  it("in the server, every folder has its place, and none uses another on its line or above", () => {
    const inServer = imports.filter(
      ({ file, target }) => file.startsWith("server/src/") && target.startsWith("server/src/"),
    );
    const place = (path: string) => placeIn(serverLayers, path);
    const misplaced = inServer
      .flatMap(({ file, target }) => [file, target])
      .filter((path) => place(path) < 0);
    expect([...new Set(misplaced)]).toEqual([]);
    const wrong = inServer.filter((found) => apart(found) && place(found.file) <= place(found.target));
    expect(shown(wrong)).toEqual([]);
  });

  it("no file loads itself in a roundabout way", () => {
    let left = imports.filter(({ typeOnly }) => !typeOnly);
    for (let before = Infinity; left.length < before; ) {
      before = left.length;
      const loading = new Set(left.map(({ file }) => file));
      const loaded = new Set(left.map(({ target }) => target));
      left = left.filter(({ file, target }) => loading.has(target) && loaded.has(file));
    }
    expect(shown(left)).toEqual([]);
  });

  it("the shared vocabulary has no behaviour", () => {
    for (const file of vocabulary) {
      expect(shown(importsOf(file).filter(({ typeOnly }) => !typeOnly)), file).toEqual([]);
      expect(readFileSync(join(packages, file), "utf8"), file).not.toMatch(/^export (?!type |interface )/m);
    }
  });
});
