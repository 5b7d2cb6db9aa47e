import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "./testing/generated.js";
import { root } from "./testing/workspace.js";

const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const part = /(<!-- generated: ([\w ]+) -->\n\n)(?:(?!<!--)[\s\S])*?(\n\n<!-- \/generated -->)/g;

/** `UPDATE_DOCS=1 npx vitest run docs/generated.test.ts` rewrites the tables that are out of date. */
test.each(pages)("the generated tables of %s are up to date", (name) => {
  const path = join(root, "docs", name);
  const source = readFileSync(path, "utf8");
  const fresh = source.replace(part, (_, open, what, close) => open + generate(what) + close);
  expect(source.match(part) ?? []).toHaveLength(source.split("<!-- generated:").length - 1);
  if (process.env.UPDATE_DOCS === "1") writeFileSync(path, fresh);
  else expect(source).toBe(fresh);
});
