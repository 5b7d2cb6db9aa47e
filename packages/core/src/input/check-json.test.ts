import { expect, it } from "vitest";
import { checkJson } from "./check-json.js";

it("refuses a key that is too long without repeating it", () => {
  const key = "k".repeat(1_001);
  for (const input of [{ [key]: 1 }, { attributes: { [key]: 1 } }]) {
    expect(() => checkJson(input)).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        message: expect.stringMatching(/^.{1,40}holds a key of more than 1000 characters; shorten it\.?$/),
      }),
    );
  }
  checkJson({ attributes: { [key.slice(1)]: 1 } });
});
