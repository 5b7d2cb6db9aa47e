import { expect, it, test } from "vitest";
import { chunkOf } from "./chunk-of.js";
import { verifyEvidence } from "./verify-evidence.js";

const text = "We use Postgres. We use Redis. We use Postgres again.";

it("accepts a quote that stands at its offsets", () => {
  const evidence = { quote: "We use Redis.", start_char: 17, end_char: 30 };
  expect(verifyEvidence(text, evidence)).toEqual({ ok: true, evidence, repaired: false });
});

it("accepts one of several equal quotes where the offsets name it", () => {
  const evidence = { quote: "We use Postgres", start_char: 31, end_char: 46 };
  expect(verifyEvidence(text, evidence)).toEqual({ ok: true, evidence, repaired: false });
});

it("repairs wrong offsets of a quote that is there once", () => {
  expect(verifyEvidence(text, { quote: "We use Redis.", start_char: 3, end_char: 9 })).toEqual({
    ok: true,
    evidence: { quote: "We use Redis.", start_char: 17, end_char: 30 },
    repaired: true,
  });
});

test.each([
  ["quote_ambiguous", "We use Postgres"],
  ["quote_not_found", "We use Kafka."],
  ["quote_not_found", "we use redis."],
  ["quote_empty", "  "],
  ["quote_too_long", "word ".repeat(26)],
  ["quote_too_long", "x".repeat(301)],
])("rejects with %s", (reason, quote) => {
  expect(verifyEvidence(text, { quote, start_char: 0.5, end_char: Number.NaN })).toEqual({
    ok: false,
    reason,
  });
});

it("finds the chunk that holds a quote, of two the one with more around it", () => {
  const chunks = [
    { chunk_id: "a", start_char: 0, end_char: 35 },
    { chunk_id: "b", start_char: 15, end_char: 53 },
  ];
  const at = (start_char: number, end_char: number) => chunkOf(chunks, { quote: "", start_char, end_char });
  expect(at(0, 16)?.chunk_id).toBe("a");
  expect(at(17, 30)?.chunk_id).toBe("a");
  expect(at(31, 46)?.chunk_id).toBe("b");
  expect(at(0, 53)).toBeUndefined();
});
