import { expect, it } from "vitest";
import { diffText, type TextChange } from "./diff-text.js";

/** A text without the changes of one sort. */
function without(text: string, changes: TextChange[], op: TextChange["op"]): string {
  let [kept, at] = ["", 0];
  for (const change of changes.filter((each) => each.op === op)) {
    expect(text.slice(change.start_char, change.end_char)).toBe(change.text);
    kept += text.slice(at, change.start_char);
    at = change.end_char;
  }
  return kept + text.slice(at);
}

async function checked(from: string, to: string): Promise<TextChange[]> {
  const changes = await diffText(from, to);
  expect(without(from, changes, "delete")).toBe(without(to, changes, "insert"));
  return changes;
}

it("tells words that were deleted and inserted, with their places", async () => {
  expect(await checked("We use MySQL. It is fine.", "We use Postgres. It is fine.")).toEqual([
    { op: "delete", start_char: 7, end_char: 12, text: "MySQL" },
    { op: "insert", start_char: 7, end_char: 15, text: "Postgres" },
  ]);
  expect(await checked("One. Three.", "One. Two. Three.")).toEqual([
    { op: "insert", start_char: 5, end_char: 10, text: "Two. " },
  ]);
  expect(await checked("Same.", "Same.")).toEqual([]);
  expect(await checked("All of it.", "")).toHaveLength(1);
});

it.each([
  ["a b c d e f g", "g f e d c b a"],
  ["x x x x y x x", "x y x x x x"],
  ["😀😁 a.\n\n😂", "😁😀 b.\n😂!"],
  ["Moved. One. Two. Three.", "One. Two. Three. Moved."],
  ["no end", "no end at all\n"],
  ["███ of it. Seen.", "██ of it. Seen."],
])("leaves the same of %j and %j", async (from, to) => {
  await checked(from, to);
  await checked(to, from);
});

it("leaves the same of random texts", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = () =>
    Array.from({ length: random(60) }, () => ["a", "b ", "c.", "\n", "d! "][random(5)]).join("");
  for (let n = 0; n < 200; n++) await checked(text(), text());
});

it("compares long texts that have little in common, and finds one change in many lines", async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n} of the log.`);
  const other = lines.with(12_345, "Line 12345 of the blog.").join("\n");
  expect(await checked(lines.join("\n"), other)).toMatchObject([{ text: "log" }, { text: "blog" }]);
  const noise = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n % 7}`).join(" ");
  expect((await checked(noise("a"), noise("b"))).length).toBeGreaterThan(0);
});
