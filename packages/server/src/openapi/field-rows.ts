import type { JsonSchema } from "./schemas.js";

export interface FieldRow {
  /** Dotted for fields of fields, with [] for items of lists. */
  name: string;
  type: string;
  required: boolean;
  default?: string;
  limits: string[];
  description?: string;
}

/** The fields of an object schema as flat rows, outer before inner, in the order declared. */
export function fieldRows(schema: JsonSchema, prefix = "", depth = 0): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const row: FieldRow = {
      name,
      type: typeOf(field),
      required: schema.required?.includes(key) ?? false,
      ...(field.default !== undefined && { default: JSON.stringify(field.default) }),
      limits: limitsOf(field),
      ...(field.description !== undefined && { description: field.description }),
    };
    const inner = field.items?.properties ? field.items : field;
    const innerPrefix = field.items?.properties ? `${name}[].` : `${name}.`;
    return [row, ...(depth < 3 ? fieldRows(inner, innerPrefix, depth + 1) : [])];
  });
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return "any JSON";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  if (schema.format === "date-time") return "time";
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type ?? "any JSON";
}

function limitsOf(schema: JsonSchema): string[] {
  const limits: string[] = [];
  const choices = schema.enum ?? schema.items?.enum;
  if (choices) limits.push(choices.map(String).join(" · "));
  const range = (min: number | undefined, max: number | undefined, what: string) => {
    if (min !== undefined && max !== undefined) limits.push(`${shown(min)} to ${shown(max)}${what}`);
    else if (max !== undefined) limits.push(`at most ${shown(max)}${what}`);
    else if (min !== undefined) limits.push(`at least ${shown(min)}${what}`);
  };
  range(schema.minimum, schema.maximum, "");
  range(schema.minLength, schema.maxLength, " characters");
  range(schema.minItems, schema.maxItems, " items");
  if (schema.pattern) limits.push(patternInWords(schema.pattern));
  return limits;
}

/** `^[A-Za-z0-9_-]{1,128}$` → 1 to 128 of A-Z a-z 0-9 _ - */
function patternInWords(pattern: string): string {
  const [, alphabet, min, max] = /^\^\[([^\]\\^]+)\]\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  if (alphabet === undefined) return pattern;
  return `${min} to ${max} of ${alphabet.match(/\w-\w|./g)?.join(" ")}`;
}

const shown = (value: number) => value.toLocaleString("en-US");
