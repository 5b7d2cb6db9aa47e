import { expect, test } from "vitest";
import { fieldRows } from "./field-rows.js";

test("fields of fields stand below their own, with defaults and limits in words", () => {
  const rows = fieldRows({
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string", pattern: "^[A-Za-z_-]{1,128}$" },
      place: { type: "object", properties: { kind: { type: "string", enum: ["a", "b"], default: "a" } } },
      items: {
        type: "array",
        maxItems: 2_000,
        items: { type: "object", properties: { n: { type: "integer", minimum: 1 } } },
      },
    },
  });
  expect(rows).toEqual([
    { name: "id", type: "string", required: true, limits: ["1 to 128 of A-Z a-z _ -"] },
    { name: "place", type: "object", required: false, limits: [] },
    { name: "place.kind", type: "string", required: false, default: '"a"', limits: ["a · b"] },
    { name: "items", type: "list of object", required: false, limits: ["at most 2,000 items"] },
    { name: "items[].n", type: "integer", required: false, limits: ["at least 1"] },
  ]);
});
