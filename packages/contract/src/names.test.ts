import { expect, it } from "vitest";
import { audienceMember, chosenId } from "./fields.js";
import { chosenIdProblem } from "./names.js";

it.each([
  "ada",
  "jack+test@example.com",
  "auth0|64f1",
  "Zoë Müller",
  "Zoe\u0308 Mu\u0308ller",
  'O\'Brien, "Pat" <pat@x>',
  "日本語",
  "می\u200cخواهم",
  "👩\u200d🚀",
  "a/b\\c?d=e&f#g%20",
  "x".repeat(256),
  "👩".repeat(256),
])("takes %j as an id, as it is", (id) => {
  expect(chosenId.parse(id)).toBe(id);
  expect(audienceMember.parse(id)).toBe(id);
  expect(audienceMember.parse(`team:${id}`)).toBe(`team:${id}`);
});

it.each([
  ["", "must not be empty"],
  ["x".repeat(257), "must be at most 256 characters long"],
  ["👩".repeat(257), "must be at most 256 characters long"],
  ["a\0b", "must hold no control characters"],
  ["a\nb", "must hold no control characters"],
  ["a\u0085b", "must hold no control characters"],
  ["a\u007fb", "must hold no control characters"],
  ["\ud800x", "must hold no control characters"],
  ["a\u2028b", "must be one line"],
  ["a\u2029b", "must be one line"],
  ["\u202eada", "must hold no characters that change the reading direction"],
  ["ad\u2066a", "must hold no characters that change the reading direction"],
  ["ada\u200e", "must hold no characters that change the reading direction"],
  ["\u200b\u2060", "must hold visible text"],
  ["\u2800", "must hold visible text"],
  [" ada", "must not begin or end with a blank"],
  ["ada\u00a0", "must not begin or end with a blank"],
])("does not take %j as an id", (id, problem) => {
  expect(chosenIdProblem(id)).toBe(problem);
  expect(chosenId.safeParse(id).success).toBe(false);
  expect(audienceMember.safeParse(`team:${id}`).success).toBe(false);
});
