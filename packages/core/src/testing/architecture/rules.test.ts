import { describe, expect, it } from "vitest";
import { cyclicEdges } from "./cycles.js";
import { importsOf, shown } from "./imports.js";
import { deepImports, layerFaults } from "./layers.js";
import { holdsSql, tablesNamed } from "./sql-text.js";

const source = (path: string, text: string) => ({ path, text, isTest: false });

describe("the rules of the architecture", () => {
  it("see every form of import, and which ones import only types", () => {
    const found = importsOf(
      source(
        "packages/core/src/work/a.ts",
        [
          `import { one } from "./one.js";`,
          `import type { Two } from "../two/index.js";`,
          `export { three } from "three";`,
          `import "./four.mjs";`,
          `const five = await import("../../../server/dist/five.js");`,
        ].join("\n"),
      ),
    );
    expect(found.map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
      ["packages/core/src/work/one.ts", false],
      ["packages/core/src/two/index.ts", true],
      ["three", false],
      ["packages/core/src/work/four.mjs", false],
      ["packages/server/src/five.ts", false],
    ]);
  });

  it("find a cycle and leave out what only leads to it", () => {
    expect(
      cyclicEdges([
        ["a", "b"],
        ["b", "c"],
        ["c", "b"],
        ["c", "d"],
      ]),
    ).toEqual([
      ["b", "c"],
      ["c", "b"],
    ]);
  });

  it("find an unlisted folder, an import upwards and one sideways", () => {
    const imports = [
      { file: "src/low/a.ts", target: "src/high/b.ts", typeOnly: true },
      { file: "src/high/b.ts", target: "src/low/a.ts", typeOnly: false },
      { file: "src/high/b.ts", target: "src/twin/c.ts", typeOnly: false },
      { file: "src/high/b.ts", target: "src/stray.ts", typeOnly: false },
    ];
    const faults = layerFaults(imports, "src", [["low"], ["high", "twin"]]);
    expect(faults.misplaced).toEqual(["stray.ts"]);
    expect(shown(faults.upward)).toEqual(["src/low/a.ts -> src/high/b.ts"]);
    expect(shown(faults.sideways)).toEqual(["src/high/b.ts -> src/twin/c.ts"]);
  });

  it("find an import past the index of any folder, however deep", () => {
    const paths = new Set(["src/a/index.ts", "src/a/x.ts", "src/a/b/index.ts", "src/a/b/y.ts", "src/c/z.ts"]);
    const to = (file: string, target: string) => ({ file, target, typeOnly: true });
    const deep = [
      to("src/c/z.ts", "src/a/x.ts"),
      to("src/c/z.ts", "src/a/b/index.ts"),
      to("src/a/x.ts", "src/a/b/y.ts"),
    ];
    const right = [
      to("src/c/z.ts", "src/a/index.ts"),
      to("src/a/x.ts", "src/a/b/index.ts"),
      to("src/a/b/y.ts", "src/a/x.ts"),
      to("src/a/x.ts", "src/c/z.ts"),
    ];
    expect(deepImports([...deep, ...right], paths)).toEqual(deep);
  });

  it.each([
    "const sql = `select 1`;",
    "tx.query(`insert into palimpsest.job (kind) values ($1)`);",
    "const part = `m.id = any (?1)`;",
    "const order = `m.recorded_at desc, m.id`;",
    "const name = 'palimpsest.tenant';",
    "const at = `$1::timestamptz`;",
  ])("see the SQL in %s", (text) => {
    expect(holdsSql(source("a.ts", text))).toBe(true);
  });

  it.each([
    "// select the newest from these",
    'throw new Error("Update the server, then select another model.");',
    'import { select } from "./menu.js";',
    'const attributes = { "palimpsest.operation": name };',
  ])("see no SQL in %s", (text) => {
    expect(holdsSql(source("a.ts", text))).toBe(false);
  });

  it("tell a table from a function and from a setting of the same name", () => {
    const text = "`select palimpsest.tenant(), current_setting('palimpsest.role') from palimpsest.memory m`";
    expect(tablesNamed(source("a.sql.ts", text), ["memory", "tenant", "role"])).toEqual(["memory"]);
  });
});
