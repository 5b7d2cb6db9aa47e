import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./testing/workspace.js";

const pages = [
  "README.md",
  "bench/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** The anchors that GitHub makes from headings. */
const anchorsOf = (source: string): string[] =>
  [...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(pages)("no link of %s is broken", (page) => {
  const source = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
  const broken = [...source.matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].flatMap(([, link = ""]) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(target)) return [link];
    const known = anchor === undefined || anchorsOf(readFileSync(target, "utf8")).includes(anchor);
    return known ? [] : [link];
  });
  expect(broken).toEqual([]);
});

test.each(pages)("every npm script that %s names exists", (page) => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readFileSync(join(root, page), "utf8").matchAll(/npm run (?:-s )?([\w:]+)/g)];
  for (const [, script = ""] of named) expect(scripts).toHaveProperty([script]);
});
