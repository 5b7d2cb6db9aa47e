import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeWorkload } from "./workload.js";

test("makes the same messages and queries from a seed on every machine", () => {
  const digest = (seed: number) => {
    const workload = makeWorkload(seed);
    const sample = [...Array.from({ length: 50 }, () => workload.message()), workload.query()];
    return createHash("sha256").update(JSON.stringify(sample)).digest("hex").slice(0, 16);
  };
  expect([digest(7), digest(8)]).toMatchInlineSnapshot(`
    [
      "f5b2c6def7697757",
      "f9c5ce75b0618340",
    ]
  `);
});

test("asks for words of a message that exists", () => {
  const workload = makeWorkload(7);
  const texts = Array.from({ length: 200 }, () => workload.message().text);
  const words = workload.query().replace("what did we say about ", "").replace("?", "").split(" ");
  expect(texts.some((text) => words.every((word) => text.includes(word)))).toBe(true);
});

test("uses few words often and many words seldom", () => {
  const workload = makeWorkload(7);
  const counts = new Map<string, number>();
  for (let i = 0; i < 2_000; i++) {
    for (const word of workload.message().text.match(/\w+/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const once = [...counts.values()].filter((count) => count === 1).length;
  expect(Math.max(...counts.values())).toBeGreaterThan(500);
  expect(once).toBeGreaterThan(1_000);
});
