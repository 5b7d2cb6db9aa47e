import { expect, test } from "vitest";
import { bareWords } from "./bare-words.js";
import { undecorated } from "./undecorated.js";

const readings = (text: string) => undecorated(text).map(bareWords);

test.each([
  "The secret + is forty two",
  "The / secret / is forty two",
  "The secret is 🎉 forty two 👍🏽",
  "The sec🎉ret is forty two",
  "The/secret/is/forty/two",
  "The-secret_is|forty~two",
  "The s e c r e t is forty two",
  "T h e  s-e-c-r-e-t  i s  f.o.r.t.y  t w o".replace("i s", "is"),
  "➡️ The S E C R E T is + forty two",
])("the words of a retracted text are known in %j", (text) => {
  expect(readings(text)).toContain("the secret is forty two");
});

test.each([
  "The secret is forty two",
  "Ann's cat, Tom, is 3.5 years old.",
  "Plan B is fine",
  "C++",
  "👍",
  "I o u",
])("%j has no other reading that says something else", (text) => {
  for (const reading of readings(text)) expect([bareWords(text), "c", "iou"]).toContain(reading);
});

test("a long text is read in linear time", () => {
  const long = ["a ".repeat(200_000), "🎉".repeat(100_000), "-/".repeat(100_000), "a-".repeat(100_000)];
  const started = performance.now();
  for (const text of long) undecorated(text);
  expect(performance.now() - started).toBeLessThan(5_000);
});
