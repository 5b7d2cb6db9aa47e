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
    substitutions: [["here", "there"]],
  });
}

test("passes a page whose output is as shown, and runs its blocks in one shell", async () => {
  expect(await run(["word=hello"], ["echo $word here", "hello here"])).toEqual([]);
});

test("reports output that differs from what is shown, with its line", async () => {
  expect(await run(["true"], ["echo bye", "hello"])).toEqual([
    expect.stringMatching(/^page\.md:1: [\s\S]*bye/),
  ]);
});

test("reports a command that fails, and runs nothing after it", async () => {
  expect(await run(["echo oh >&2; false"], ["echo never", "something else"])).toEqual([
    expect.stringMatching(/^page\.md:0 failed \(exit 1\):\noh/),
  ]);
});

test("fails on an error inside a pipe and on an unset variable", async () => {
  expect(await run(["false | cat"])).toHaveLength(1);
  expect(await run(['echo "$nothing"'])).toHaveLength(1);
});

test("requires the exit code that the page shows", async () => {
  expect(await run(["exit 3", undefined, 3])).toEqual([]);
  expect(await run(["exit 2", undefined, 3])).toHaveLength(1);
  expect(await run(["true", undefined, 3])).toHaveLength(1);
});
