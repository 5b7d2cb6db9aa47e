import { describe, expect, it } from "vitest";
import { carryOver, correctionOf } from "./carry-over.js";

const rederive = (before: string, after: string, derived: string) => {
  const correction = correctionOf(before, after);
  return correction && carryOver(derived, correction);
};

describe("carrying a correction over", () => {
  it("finds the shortest sequence of whole words that changed", () => {
    expect(correctionOf("Jon Doe called on Monday", "John Doe called on Monday")).toEqual({
      wrong: "Jon",
      right: "John",
    });
    expect(correctionOf("costs $5.00.", "costs $5.50.")).toEqual({ wrong: "5.00", right: "5.50" });
  });

  it("includes a word on either side when words were only added or removed", () => {
    expect(correctionOf("The door is open", "The door is not open")).toEqual({
      wrong: "is open",
      right: "is not open",
    });
    expect(correctionOf("The door is not open", "The door is open")).toEqual({
      wrong: "is not open",
      right: "is open",
    });
    expect(correctionOf("Call at five", "Call at five today")).toEqual({
      wrong: "five",
      right: "five today",
    });
  });

  it("applies the correction wherever the wrong words occur", () => {
    expect(rederive("The fee is 5.00 a day", "The fee is 5.50 a day", "5.00, and again 5.00.")).toBe(
      "5.50, and again 5.50.",
    );
  });

  it("does not change a word that only contains the wrong one", () => {
    expect(rederive("Ann lives in York", "Ann lives in Leeds", "Yorkshire")).toBeUndefined();
    expect(rederive("costs 5.00", "costs 5.50", "costs 15.00")).toBeUndefined();
    expect(rederive("Ann lives in York", "Ann lives in Leeds", "Yorkshire, near York")).toBe(
      "Yorkshire, near Leeds",
    );
  });

  it("does nothing when nothing changed or nothing is left to search for", () => {
    expect(correctionOf("same", "same")).toBeUndefined();
    expect(correctionOf("", "new")).toBeUndefined();
  });
});
