import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { whenFileEnds } from "../../../core/src/testing/clean-up.js";
import { terminalStream } from "./terminal-stream.js";

test("holds what a paused reader does not take, and gives all of it once that one reads on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-terminal-"));
  whenFileEnds(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  whenFileEnds(() => closeSync(reader));
  const stream = terminalStream(pipe)!;
  const lines = Array.from({ length: 2_000 }, (_, n) => `line ${n} ${"x".repeat(100)}\n`).join("");
  for (const line of lines.split(/(?<=\n)/)) stream.write(line);
  expect(stream.writableLength).toBeGreaterThan(0);
  let read = "";
  const buffer = Buffer.alloc(lines.length);
  await vi.waitFor(() => {
    read += buffer.toString("utf8", 0, readSync(reader, buffer));
    expect(read).toBe(lines);
  });
  expect(stream.writableLength).toBe(0);
});

test("is not there where there is no terminal to open", () => {
  expect(terminalStream("/nonexistent/terminal")).toBeUndefined();
});
