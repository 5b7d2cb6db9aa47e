import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, it } from "vitest";
import { readText, readTextFile } from "./read-text.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-read-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, bytes: Buffer) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

it("reads text that arrives in pieces, even if a piece ends inside a character", async () => {
  const bytes = Buffer.from("é😀 naïve");
  const pieces = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
  expect(await readText(pieces, "stdin")).toBe("é😀 naïve");
  expect(await readTextFile(fileOf("good", bytes))).toBe("é😀 naïve");
});

it.each([
  ["an invalid byte", [0xff, 0xfe, 0x20]],
  ["half a character", [0x61, 0xc3]],
  ["an encoded surrogate", [0xed, 0xa0, 0x80]],
])("rejects %s instead of changing it", async (_, bytes) => {
  const bad = Buffer.from(bytes);
  await expect(readText(Readable.from([bad]), "stdin")).rejects.toThrow("stdin is not valid UTF-8");
  await expect(readTextFile(fileOf("bad", bad))).rejects.toThrow(/bad is not valid UTF-8/);
});

it("stops at a limit if the input is endless", async () => {
  await expect(readTextFile("/dev/zero")).rejects.toThrow("/dev/zero is larger than 16 MB.");
});

it("says why a file cannot be read", async () => {
  await expect(readTextFile("/nowhere.json")).rejects.toThrow("Cannot read /nowhere.json (ENOENT).");
  await expect(readTextFile(folder)).rejects.toThrow("(EISDIR)");
});
