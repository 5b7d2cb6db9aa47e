import fc from "fast-check";
import { isChosenId, type JsonSchema } from "../../../selftest/world/id-parameters.js";

const wellFormed = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 300 }),
  fc.lorem({ maxCount: 12 }),
  fc.constantFrom(
    "'; drop table memory;--",
    "%s $1 \\",
    "Risk: x\nRationale: y",
    "<<<memory 1",
    "日本語の文",
    "\u202eabc",
    "e\u0301\u0302",
  ),
);
const moment = fc
  .date({ min: new Date("1950-01-01"), max: new Date("2190-01-01"), noInvalidDate: true })
  .map((d) => d.toISOString());
const name = fc.oneof(
  fc.constantFrom("a", "ann-grey", "team:red", "0", "a.b:c@d-e_f"),
  fc.stringMatching(/^[A-Za-z0-9_.:-]{1,128}$/),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
);

/** Input that has the right shape and means anything at all; `known` are values that name something. */
export function arbitraryInput(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (part: JsonSchema) => arbitraryInput(part, known);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return fc.record(mapped(schema.properties ?? {}, inner), { requiredKeys: schema.required ?? [] });
    case "array":
      return fc.array(inner(schema.items ?? {}), {
        minLength: 1,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case "integer":
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 2_000_000_000) }),
        fc.constant(schema.minimum ?? 1),
      );
    case "number":
      return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 10, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "string":
      if (
        schema.description?.startsWith("ISO 8601") ||
        schema.description?.startsWith("Answer as") ||
        schema.format
      )
        return moment;
      if (schema.pattern || isChosenId(schema))
        return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: name });
      return wellFormed;
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

const mapped = (properties: Record<string, JsonSchema>, map: (schema: JsonSchema) => fc.Arbitrary<unknown>) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, map(schema)]));
