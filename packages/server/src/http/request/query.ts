import { PalimpsestError } from "@palimpsest/contract";
import type { FieldSchema } from "../../surface/routes.js";

const decimal = /^-?(0|[1-9]\d{0,15})(\.\d{1,20})?$/;

/** A value as its schema's type reads it; what does not fit stays text, for the schema to refuse. */
function coerce(text: string, schema: FieldSchema): unknown {
  switch (schema.type) {
    case "integer":
    case "number":
      return decimal.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}

/** `URLSearchParams` reads bytes that are not UTF-8 as this mark, which no field of a query has a use for. */
const lost = "\ufffd";

/**
 * Input fields from a query string. Lists are repeated, or separated by commas where no item can hold one; all else
 * stands once.
 */
export function readQuery(
  query: URLSearchParams,
  fields: Record<string, FieldSchema>,
): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    if ([name, ...values].some((text) => text.includes(lost))) {
      throw new PalimpsestError("INVALID_UNICODE", "The query string is not valid UTF-8.");
    }
    const schema = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (schema?.type === "array") {
      const { items = {} } = schema;
      const separated = items.enum !== undefined || items.pattern !== undefined || items.type !== "string";
      const words = separated ? values.flatMap((value) => value.split(",")) : values;
      entries.push([name, words.map((word) => coerce(word, items))]);
    } else if (values.length > 1) {
      throw new PalimpsestError(
        "VALIDATION_ERROR",
        `${schema ? name : "A field that is not known here"} is given twice; give it once.`,
        {
          details: [{ path: schema ? name : "", message: "given more than once" }],
        },
      );
    } else {
      entries.push([name, coerce(values[0] ?? "", schema ?? {})]);
    }
  }
  return Object.fromEntries(entries);
}
