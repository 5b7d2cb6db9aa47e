import { expect, it } from "vitest";
import { z } from "zod";
import { line, tag } from "./fields.js";
import { contract, type OperationName } from "./index.js";

it.each(["\u200b", " \u2060 ", "\u2800", "\u202eevil", "a\u2066b"])(
  "takes %j neither as tag nor as line",
  (value) => {
    expect(tag.safeParse(value).success).toBe(false);
    expect(line.safeParse(value).success).toBe(false);
  },
);

it.each(["a\nb", "a\rb", "a\tb", "a\u2028b", "a\u0085b"])(
  "takes %j as no tag, for that is one line",
  (value) => {
    expect(tag.safeParse(value).success).toBe(false);
  },
);

it.each(["pinned", "büro 7", "می\u200cخواهم", "👩\u200d🚀", "שלום\u200f", "日本語"])(
  "takes %j as both",
  (value) => {
    expect(tag.parse(value)).toBe(value);
    expect(line.parse(value)).toBe(value);
  },
);

it("names the longest text that each field takes", () => {
  const wrong = (Object.keys(contract) as OperationName[]).flatMap((name) => {
    const shape: Record<string, z.ZodType> = contract[name].input.shape;
    return Object.entries(shape).flatMap(([field, schema]) => {
      const { type, maxLength } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      if (type !== "string" || maxLength === undefined) return [];
      const parsed = (length: number) => schema.safeParse("x".repeat(length));
      const isRefused = parsed(maxLength).error?.issues.some(({ code }) => code === "too_big");
      return isRefused || parsed(maxLength + 1).success ? [`${name}.${field}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});
