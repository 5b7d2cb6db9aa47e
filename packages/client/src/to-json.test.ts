import { expect, it } from "vitest";
import { toJson } from "./to-json.js";

it("writes what JSON has", () => {
  const value = { text: "a", list: [1.5, -0, null, [true]], gone: undefined };
  expect(toJson(value)).toBe(JSON.stringify(value));
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "refuses %s by its name",
  (number) => {
    expect(() => toJson({ op: "increment", delta: number })).toThrow(
      new TypeError(`delta is ${number}, which is no number in JSON`),
    );
    expect(() => toJson({ value: { deep: [1, number] } })).toThrow(TypeError);
  },
);
