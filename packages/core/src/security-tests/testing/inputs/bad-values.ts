import { type Field, isChosenId, type JsonSchema } from "../../../selftest/world/id-parameters.js";

const nested = (depth: number): unknown => (depth === 0 ? "bottom" : { in: nested(depth - 1) });

const ofNoType: Record<string, unknown[]> = {
  string: [5, true, [], {}, ["a"]],
  integer: ["5", true, [], {}, "10; drop", 1.5, 1e18, -1e18, Number.NaN, Number.POSITIVE_INFINITY],
  number: ["0.5", true, [], {}, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308],
  boolean: ["true", 1, 0, "", [], {}],
  array: ["x", {}, 5, Array.from({ length: 1_001 }, () => "x")],
  object: [
    "x",
    [],
    5,
    true,
    nested(33),
    Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`k${n}`, n])),
  ],
};

/** Values that a field of this schema must refuse, whatever else the input holds. */
export function badValues({ schema, required }: Field): unknown[] {
  // Null stands for a field that is left out, except where any JSON is taken, to which the schema refers.
  return [
    ...(required && schema.$ref === undefined ? [null] : []),
    ...(ofNoType[schema.type ?? ""] ?? []),
    ...beyond(schema),
    ...unclean(schema),
  ];
}

function beyond({
  type,
  enum: allowed,
  pattern,
  minLength,
  maxLength,
  minimum,
  maximum,
  maxItems,
  items,
}: JsonSchema): unknown[] {
  return [
    ...(allowed ? ["", "none of these", "'; drop table memory;--"] : []),
    ...(pattern
      ? ["", " ", "x".repeat(129), "../../etc/passwd", "a b", "аdmin", "ａdmin", "'; drop table memory;--"]
      : []),
    ...(minLength ? [""] : []),
    ...(maxLength ? ["x".repeat(maxLength + 1)] : []),
    ...(minimum !== undefined ? [minimum - 1] : []),
    ...(maximum !== undefined ? [maximum + 1] : []),
    ...(maxItems !== undefined && items?.type === "string"
      ? [Array.from({ length: maxItems + 1 }, (_, n) => `n${n}`)]
      : []),
    ...(type === "object" ? [JSON.parse('{"__proto__": {"admin": true}}')] : []),
  ];
}

function unclean(schema: JsonSchema): unknown[] {
  if (schema.type !== "string") return [];
  const inAnyText = ["a\u0000b", "\ud800x", "x\udc00"];
  return isChosenId(schema) ? [...inAnyText, " ", " a", "a\nb", "a\u2028b", "\u202ea", "\u200b"] : inAnyText;
}
