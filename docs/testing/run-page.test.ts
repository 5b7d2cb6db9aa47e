import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Page, Step } from "./page.js";
import { runPage } from "./run-page.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function run(...steps: [code: string, output?: string, exit?: number][]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-page-"));
  folders.push(folder);
  const page: Page = {
    path: "page.md",
    steps: steps.map(([code, text, exit = 0], line): Step => {
      const expected = text === undefined ? undefined : { language: "output" as const, text };
      return { line, language: "sh", code, exit, expected };
    }),
    json: [],
    skipped: [],
    settings: {},
    postgres: false,
    banner: undefined,
  };
  return runPage(page, new Map(), {
    folder,
    env: { PATH: process.env.PATH ?? "" },
    here: [["here", "there"]],
  });
}

test("a page on which all is as shown is well, and its blocks share a shell", async () => {
  expect(await run(["word=hello"], ["echo $word here", "hello here"])).toEqual([]);
});

test("another output than shown is told with its line", async () => {
  expect(await run(["true"], ["echo bye", "hello"])).toEqual([
    expect.stringMatching(/^page\.md:1: [\s\S]*bye/),
  ]);
});

test("a command that fails is told, and nothing after it is run", async () => {
  expect(await run(["echo oh >&2; false"], ["echo never", "something else"])).toEqual([
    expect.stringMatching(/^page\.md:0 failed \(exit 1\):\noh/),
  ]);
});

test("a failure in the middle of a pipe, and a variable that is not set, are failures", async () => {
  expect(await run(["false | cat"])).toHaveLength(1);
  expect(await run(['echo "$nothing"'])).toHaveLength(1);
});

test("a command that is shown to fail has to fail, and so", async () => {
  expect(await run(["exit 3", undefined, 3])).toEqual([]);
  expect(await run(["exit 2", undefined, 3])).toHaveLength(1);
  expect(await run(["true", undefined, 3])).toHaveLength(1);
});
