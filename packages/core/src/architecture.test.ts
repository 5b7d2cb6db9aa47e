import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cyclicEdges, type Edge } from "./testing/architecture/cycles.js";
import { importsOf, shown } from "./testing/architecture/imports.js";
import { deepImports, type Layers, layerFaults } from "./testing/architecture/layers.js";
import { readSources, repository } from "./testing/architecture/sources.js";
import { holdsSql, tablesNamed } from "./testing/architecture/sql-text.js";
import { tableOwners } from "./testing/architecture/table-owners.js";

const sources = readSources();
const paths = new Set(sources.map(({ path }) => path));
const production = sources.filter(({ isTest }) => !isTest);
const allImports = sources.flatMap(importsOf);
const imports = production.flatMap(importsOf);

const capabilities = [
  "capture",
  "knowledge",
  "experience",
  "skills",
  "work",
  "plans",
  "heart",
  "documents",
  "boundary",
  "claims",
  "erasure",
  "capsules",
  "governance",
  "jobs",
  "system",
];

/** Each line may import the lines before it. */
const layersOf: Record<string, Layers> = {
  "packages/core/src": [
    ["async"],
    ["text", "models", "time", "principal.ts"],
    ["input"],
    ["extraction"],
    ["db", "readers"],
    ["policy"],
    ["services.ts"],
    ["identity"],
    ["paging"],
    ["audit", "limits", "receipts"],
    ["tenant"],
    ["outbox"],
    ["substrate"],
    ["retrieval"],
    capabilities,
    ["transfer"],
    ["context"],
    ["handlers.ts"],
    ["operations.ts", "job-kinds.ts"],
    ["failed-under.ts", "replayed-answer.ts"],
    ["dispatch.ts"],
    ["selftest", "transaction"],
    ["open-memory.ts"],
    ["index.ts"],
  ],
  "packages/core/src/governance": [
    ["edit.ts"],
    ["check-patch.ts", "slices.ts", "state-after.ts"],
    ["read"],
    ["apply"],
    ["renew", "decide"],
    ["propose"],
    ["operations.ts"],
    ["index.ts"],
  ],
  "packages/core/src/substrate": [
    ["cues.ts", "is-name.ts"],
    ["memory.ts", "analyse.ts", "digest.ts"],
    ["turn.ts"],
    ["vectors", "past"],
    ["read"],
    ["times"],
    ["lexicon"],
    ["fold", "recall"],
    ["links", "states", "signals", "claims", "mentions"],
    ["write"],
    ["index.ts"],
  ],
  "packages/core/src/context": [
    ["rank", "answers"],
    ["gather", "pack"],
    ["assemble.ts"],
    ["bundle.ts"],
    ["build-acb.ts"],
    ["receipt", "context.ts"],
    ["operations.ts"],
    ["index.ts"],
  ],
  "packages/core/src/capsules": [
    ["capsule-text.ts"],
    ["capsule-row.ts", "governs.ts"],
    ["read"],
    ["write"],
    ["operations.ts"],
    ["index.ts"],
  ],
  // `surface` is what REST and MCP over HTTP have in common.
  "packages/server/src": [
    ["config", "metrics", "observe", "process", "version.ts"],
    ["surface"],
    ["openapi", "mcp"],
    ["http"],
    ["serve"],
    ["cli"],
    ["index.ts"],
  ],
};

/** Only capabilities may use one another on the same line, and then without a cycle. */
const mayLookSideways = (path: string) =>
  capabilities.some((name) => path.startsWith(`packages/core/src/${name}/`));

/** The part of the client that runs a memory in its own process, which has an entry of its own. */
const isEmbeddedClient = (path: string) => path.startsWith("packages/client/src/embedded/");

/** Benchmarks that fill a store faster than its surface can, or measure one part of a search alone. */
const usesInnerFunctions: ReadonlySet<string> = new Set(["bench/governance/core.ts", "bench/speed/bare.ts"]);

describe("imports", () => {
  it("the rules read all packages, and the scripts, benchmarks and examples", () => {
    for (const folder of [
      "packages/contract/",
      "packages/core/",
      "packages/server/",
      "packages/client/",
      "bench/",
      "examples/",
      "scripts/",
    ]) {
      expect(imports.filter(({ file }) => file.startsWith(folder)).length, folder).toBeGreaterThan(1);
    }
    expect(imports.filter(({ file }) => file.endsWith(".mjs")).length).toBeGreaterThan(10);
  });

  it("packages import in one direction: contract <- core <- server, contract <- client; only its part for one process uses core", () => {
    const allowed: Record<string, string[]> = {
      contract: [],
      core: ["@palimpsest/contract"],
      client: ["@palimpsest/contract"],
      server: ["@palimpsest/contract", "@palimpsest/core", "@palimpsest/client"],
    };
    const wrong = imports.filter(({ file, target }) => {
      if (isEmbeddedClient(file) && target === "@palimpsest/core") return false;
      const [, own] = /^packages\/([a-z]+)\//.exec(file) ?? [];
      if (own === undefined) return false;
      if (target.startsWith("@palimpsest/")) return !allowed[own]?.includes(target);
      return paths.has(target) && !target.startsWith(`packages/${own}/src/`);
    });
    expect(shown(wrong)).toEqual([]);
  });

  it("the contract imports zod and nothing else", () => {
    const foreign = imports.filter(
      ({ file, target }) =>
        file.startsWith("packages/contract/") && !target.startsWith("packages/contract/") && target !== "zod",
    );
    expect(shown(foreign)).toEqual([]);
  });

  it("the client needs nothing at run time but fetch", () => {
    const loaded = imports.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith("packages/client/") &&
        !isEmbeddedClient(file) &&
        (!target.startsWith("packages/client/") || isEmbeddedClient(target)) &&
        !typeOnly,
    );
    expect(shown(loaded)).toEqual([]);
  });

  it("models and text of core import no other folder, except async", () => {
    const inward = imports.filter(({ file, target }) => {
      const [folder] = /^packages\/core\/src\/(models|text)\//.exec(file) ?? [];
      return (
        folder !== undefined &&
        paths.has(target) &&
        ![folder, "packages/core/src/async/"].some((own) => target.startsWith(own))
      );
    });
    expect(shown(inward)).toEqual([]);
  });

  describe.each(Object.entries(layersOf))("in %s", (folder, layers) => {
    const { misplaced, upward, sideways } = layerFaults(imports, folder, layers);

    it("every file and folder is listed in a layer", () => {
      expect(misplaced).toEqual([]);
    });

    it("no layer imports a later one, nor parts of one layer each other", () => {
      expect(shown(upward)).toEqual([]);
      expect(shown(sideways.filter(({ file }) => !mayLookSideways(file)))).toEqual([]);
    });
  });

  it("there are no import cycles between capabilities", () => {
    const folder = (path: string) => path.split("/").slice(0, 4).join("/");
    const edges = imports
      .filter(({ file, target }) => mayLookSideways(file) && mayLookSideways(target))
      .map(({ file, target }): Edge => [folder(file), folder(target)]);
    expect(cyclicEdges(edges)).toEqual([]);
  });

  it("there are no import cycles between files, type imports included", () => {
    const cyclic = cyclicEdges(allImports.map(({ file, target }): Edge => [file, target]));
    expect(cyclic.map((edge) => edge.join(" -> "))).toEqual([]);
  });

  it("a folder with an index.ts is imported only through it", () => {
    const deep = deepImports(imports, paths).filter(({ file }) => !usesInnerFunctions.has(file));
    expect(shown(deep)).toEqual([]);
  });
});

describe("tables and SQL", () => {
  const tables = [
    ...readFileSync(join(repository, "sql/schema.sql"), "utf8").matchAll(/^table ([a-z_]+) /gm),
  ].map(([, name]) => name!);
  const inPackages = production.filter(
    ({ path }) => path.startsWith("packages/") && !path.endsWith(".generated.ts"),
  );

  it("every table is owned by one folder", () => {
    expect(Object.keys(tableOwners).sort()).toEqual(tables.sort());
  });

  it("only the folder that owns a table names it", () => {
    const outside = inPackages.flatMap((source) =>
      tablesNamed(source, tables)
        .filter((table) => !source.path.startsWith(`packages/core/src/${tableOwners[table]}/`))
        .map((table) => `${source.path}: ${table}`),
    );
    expect(outside).toEqual([]);
  });

  it("SQL is found only in *.sql.ts files", () => {
    const elsewhere = inPackages
      .filter(({ path }) => path.endsWith(".ts") && !path.endsWith(".sql.ts"))
      .filter(holdsSql)
      .map(({ path }) => path);
    expect(elsewhere).toEqual([]);
  });
});
