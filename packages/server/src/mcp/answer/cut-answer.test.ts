import { contract } from "@palimpsest/contract";
import { countTokens } from "@palimpsest/core";
import { expect, it } from "vitest";
import { cutAnswer } from "./cut-answer.js";

const chunk = (n: number, text: string) => ({
  chunk_id: `chk_${n}`,
  text,
  importance: 0.5,
  is_retracted: false,
  is_quarantined: false,
  edits_applied: 0,
  status: "active",
  writer: "human:ann",
  speaker: "ann",
  speaker_is_claim: false,
  session_id: null,
  turn: null,
});
const sentence = (n: number) =>
  `Memory number ${n} says that the deployment window moved to Thursday evening.`;
const tokens = (value: unknown) => countTokens(JSON.stringify(value));

it("leaves an answer that fits as it is", () => {
  const answer = { chunks: [chunk(1, "short")] };
  expect(cutAnswer(answer, 4_000)).toEqual({ value: answer, left: [], fits: true });
});

it("drops trailing items until it fits, as few as possible, and says how many", () => {
  const answer = { chunks: Array.from({ length: 100 }, (_, n) => chunk(n, sentence(n))) };
  const { value, left } = cutAnswer(answer, 1_000);
  const kept = value.chunks.length;
  expect(value.chunks).toEqual(answer.chunks.slice(0, kept));
  expect(tokens(value)).toBeLessThanOrEqual(1_000);
  expect(tokens({ chunks: answer.chunks.slice(0, kept + 1) })).toBeGreaterThan(1_000);
  expect(left).toEqual([`${100 - kept} of 100 chunks`]);
  expect(answer.chunks).toHaveLength(100);
});

it("shortens the text of a single item that is too long, without breaking a character", () => {
  const { value, left } = cutAnswer({ chunks: [chunk(1, "😀".repeat(20_000))] }, 500);
  expect(value.chunks).toHaveLength(1);
  expect(value.chunks[0]?.text).toMatch(/^(😀)+…$/u);
  expect(tokens(value)).toBeLessThanOrEqual(500);
  expect(left).toEqual(["the end of a text"]);
});

it("stays within the output schema, whatever is cut", () => {
  const { output } = contract.getChunks;
  const answer = {
    chunks: Array.from({ length: 40 }, (_, n) => chunk(n, sentence(n).repeat(1 + (n % 5) * 20))),
  };
  for (const maxTokens of [60, 200, 1_000, 4_000]) {
    const { value } = cutAnswer(answer, maxTokens);
    expect(output.safeParse(value).success).toBe(true);
    expect(tokens(value)).toBeLessThanOrEqual(maxTokens);
  }
});

it("leaves a short list whole as long as there is a text to shorten", () => {
  const filters = { sensitivity_allowed: ["none", "low", "high"] };
  const { value, left } = cutAnswer({ filters, chunks: [chunk(1, sentence(1).repeat(100))] }, 300);
  expect(value.filters).toEqual(filters);
  expect(left).toEqual(["the end of a text"]);
});
