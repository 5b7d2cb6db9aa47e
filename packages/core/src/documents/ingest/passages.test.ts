import { describe, expect, it } from "vitest";
import { countTokens } from "../../text/index.js";
import { sentences, words } from "../testing/texts.js";
import { splitText } from "./passages.js";

const startTokens = (text: string, starts: number[]) =>
  starts.map((start) => countTokens(text.slice(0, start)));

describe("splitting a text", () => {
  it("keeps up to 1,200 tokens whole, and no more", async () => {
    const text = words(1_200);
    expect(countTokens(text)).toBe(1_200);
    expect(await splitText(text)).toEqual({ tokens: 1_200, spans: [{ start: 0, end: text.length }] });
    expect((await splitText(words(1_201))).spans).toHaveLength(2);
  });

  it("begins each window 100 tokens before the end of the one before", async () => {
    const text = words(3_000);
    const { tokens, spans } = await splitText(text);
    expect(tokens).toBe(3_000);
    expect(
      startTokens(
        text,
        spans.map(({ start }) => start),
      ),
    ).toEqual([0, 800, 1_600, 2_400]);
    expect(spans.map(({ start, end }) => countTokens(text.slice(start, end)))).toEqual([900, 900, 900, 600]);
  });

  it("takes other sizes", async () => {
    const sizes = { wholeTokens: 50, windowTokens: 40, overlapTokens: 10 };
    const text = words(100);
    expect((await splitText(words(50), sizes)).spans).toHaveLength(1);
    const { spans } = await splitText(text, sizes);
    const starts = spans.map(({ start }) => start);
    expect(startTokens(text, starts)).toEqual([0, 30, 60]);
    expect(spans.map(({ start, end }) => countTokens(text.slice(start, end)))).toEqual([40, 40, 40]);
  });

  it("ends a window at the end of a sentence where one is near", async () => {
    const text = sentences(400);
    const { spans } = await splitText(text);
    for (const { start, end } of spans.slice(0, -1)) {
      expect(text.slice(start, end)).toMatch(/today\.$/);
      expect(countTokens(text.slice(start, end))).toBeLessThanOrEqual(900);
    }
    expect(spans.at(-1)!.end).toBe(text.length);
  });

  it.each([
    ["line breaks", "one line\nanother line\n\n".repeat(800)],
    ["emoji of several units", "👩‍👩‍👧‍👦🏴‍☠️🧑🏽‍🚀 ".repeat(900)],
    ["a script without spaces", "今日は良い天気ですね。明日も晴れるでしょう。".repeat(300)],
    ["letters without an end", "x".repeat(30_000)],
    ["blanks", `a${" ".repeat(200_000)}b`],
    ["combining marks", "e\u0301".repeat(8_000)],
  ])("covers %s without a gap, and never cuts a pair", async (_, text) => {
    const { spans } = await splitText(text);
    expect(spans[0]!.start).toBe(0);
    expect(spans.at(-1)!.end).toBe(text.length);
    for (const [at, { start, end }] of spans.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(text.slice(start, end).isWellFormed()).toBe(true);
      if (at === 0) continue;
      expect(start).toBeLessThanOrEqual(spans[at - 1]!.end);
      expect(start).toBeGreaterThan(spans[at - 1]!.start);
    }
  });
});
