import { expect, it } from "vitest";
import { answeredBy, isBare, isShort } from "./answers.js";

it.each(["Correct.", "Yes, that is right.", "OK", "はい、そうです", "Genau so.", "4711", "👍"])(
  "takes %j for an answer that says nothing by itself",
  (text) => {
    expect([isShort(text), isBare(text)]).toEqual([true, true]);
  },
);

it.each(["Ada likes French.", "The second one, please."])(
  "takes %j for short, yet it may stand alone",
  (text) => {
    expect([isShort(text), isBare(text)]).toEqual([true, false]);
  },
);

it("takes a sentence for more than an answer", () => {
  expect(isShort("Yes, we were billed for two seats although we have one.")).toBe(false);
  expect(isShort(`ok ${"x".repeat(500)}`)).toBe(false);
});

const turn = (text: string, speaker: string) => ({ text, speaker, writer: "agent:app" });
const [asked, more, yes] = [turn("Two seats?", "bot"), turn("Wait.", "maria"), turn("Correct.", "maria")];

it("finds what an answer answers in the last turn of somebody else", () => {
  expect(answeredBy(yes, (steps) => [more, asked][steps - 1])).toBe(asked);
  expect(answeredBy(yes, () => undefined)).toBeUndefined();
  expect(answeredBy(yes, () => more)).toBeUndefined();
  expect(answeredBy(yes, () => "hidden")).toBe("hidden");
  expect(answeredBy(turn("Ada likes French.", "maria"), () => "hidden")).toBeUndefined();
});
