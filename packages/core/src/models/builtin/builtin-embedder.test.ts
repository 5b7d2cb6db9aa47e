import { expect, test } from "vitest";
import { cpuTime } from "../../testing/cpu-time.js";
import { builtinEmbedder } from "./builtin-embedder.js";

const embedder = builtinEmbedder();

async function cosine(one: string, other: string): Promise<number> {
  const [a, b] = await embedder.embed([one, other]);
  return a!.reduce((sum, value, i) => sum + value * b![i]!, 0);
}

test.each([
  ["the accommodation was lovely", "lovely acommodation"],
  ["She is studying psychology", "she studies psychological topics"],
  ["deploy the payment service on Friday", "payments services were deployed on friday"],
  ["my favourite restaurant in Lisbon", "favorite restaurants, Lisbon"],
  ["東京大学で日本語を勉強しています", "日本語の勉強"],
  ["我住在北京市朝阳区", "北京朝阳"],
  ["ฉันชอบกินข้าวผัด", "ข้าวผัดอร่อย"],
  ["Café Müller", "cafe muller"],
])("%j is closer to %j than to unrelated texts", async (one, variant) => {
  const near = await cosine(one, variant);
  expect(near).toBeGreaterThan(0.3);
  for (const other of [
    "quarterly tax report overdue",
    "the kitten climbed a tree",
    "高速道路の渋滞",
    "зимняя рыбалка",
  ]) {
    expect(await cosine(one, other)).toBeLessThan(near - 0.15);
  }
});

test("the closest of several texts is about the same thing, despite typos", async () => {
  const texts = [
    "The support group for new parents meets in the library on Mondays",
    "Grandfather painted the harbour at sunrise and hung it in the kitchen",
    "The server ran out of disk space because the logs were never rotated",
    "We signed a contract with the supplier in Hamburg",
    "Remember to water the tomatoes every second day",
  ];
  const queries = [
    "suport groups",
    "sunrise paintng",
    "rotating log files",
    "hamburg suppliers",
    "watering tomatos",
  ];
  for (const [wanted, query] of queries.entries()) {
    const scores = await Promise.all(texts.map((text) => cosine(query, text)));
    expect(scores.indexOf(Math.max(...scores)), query).toBe(wanted);
  }
});

test("vectors have the advertised dimension and unit length, whatever the text", async () => {
  const texts = ["hello world", "", "!!!", "the and of", "😀", "\u200b", "\ud800", "a".repeat(100_000)];
  for (const vector of await embedder.embed(texts)) {
    expect(vector.length).toBe(embedder.dims);
    expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 4);
  }
});

test("a change of the features must change the name of the model", async () => {
  const [vector] = await embedder.embed(["The quick brown fox, 東京, café"]);
  const sketch = Array.from(vector!.slice(0, 8), (value) => Math.round(value * 1e4));
  expect({ id: embedder.id, sketch }).toMatchInlineSnapshot(`
    {
      "id": "builtin-ngram-1@256",
      "sketch": [
        0,
        0,
        1325,
        0,
        0,
        0,
        -1325,
        0,
      ],
    }
  `);
});

test("each repetition of a word changes the vector less", async () => {
  const twice = await cosine("coffee tea", "coffee coffee tea");
  const often = await cosine("coffee tea", `${"coffee ".repeat(50)}tea`);
  expect(twice).toBeGreaterThan(often);
  expect(often).toBeGreaterThan(0.7);
});

test("embeds at least 2,000 short texts in a second of processor time", async () => {
  const texts = Array.from(
    { length: 4_000 },
    (_, i) => `On day ${i} we talked about the garden, a new job and the trip to Lisbon number ${i}`,
  );
  expect(await cpuTime(() => embedder.embed(texts))).toBeLessThan(texts.length / 2);
});

test.each([
  ["one letter", "a".repeat(1_000_000)],
  ["marks of several classes", `a${"\u0301\u0323".repeat(200_000)}`],
  ["expanding ligatures", "\ufdfa".repeat(65_536)],
  ["Japanese", "日本語を勉強しています".repeat(50_000)],
])("takes little time for a long run of %s", async (_, text) => {
  expect(await cpuTime(() => embedder.embed([text]))).toBeLessThan(3_000);
});
