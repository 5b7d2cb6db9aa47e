import stringWidth from "string-width";
import { expect, test } from "vitest";
import { wrap } from "./wrap.js";

test("breaks between words, keeps line breaks and margins, and leaves a long word whole", () => {
  expect(wrap("Ada reads letters on the train", 12)).toBe("Ada reads\nletters on\nthe train");
  expect(wrap("one\n  two three four", 11)).toBe("one\n  two three\n  four");
  expect(wrap("see https://example.com/a/very/long/path now", 12)).toBe(
    "see\nhttps://example.com/a/very/long/path\nnow",
  );
});

test("counts wide characters as two columns, and breaks text without blanks between its words", () => {
  const text = "データベースは木曜日に移動します。ステージングサーバーも同じ日に移動します。";
  const lines = wrap(text, 20).split("\n");
  expect(lines.join("")).toBe(text);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(stringWidth(line)).toBeLessThanOrEqual(22);
    expect(line).not.toMatch(/^[。、]/);
  }
});

test("changes nothing where there is no terminal", () => {
  const text = "a ".repeat(500);
  expect(wrap(text, undefined)).toBe(text);
});
