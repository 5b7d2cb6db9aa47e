import { type AnyOperation, limits } from "@palimpsest/contract";
import { z } from "zod";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

/** Any JSON value. The one recursive schema of the contract, kept as a component of its own. */
export const jsonValue: JsonSchema = {
  description: `Any JSON value, at most ${limits.jsonDepth} levels deep`,
  type: ["object", "array", "string", "number", "boolean", "null"],
};
const jsonRef = { $ref: "#/components/schemas/Json" };

/** Long regular expressions that only repeat what `format` says, and bounds that only say "integer". */
function simplified(schema: JsonSchema): JsonSchema {
  const { $schema, $defs, ...rest } = schema;
  if (typeof rest.$ref === "string" && rest.$ref.startsWith("#/$defs/")) return jsonRef;
  if (rest.format === "date-time") delete rest.pattern;
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum;
  if (rest.propertyNames !== undefined) delete rest.propertyNames;
  return rest;
}

function walk(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item));
  if (value === null || typeof value !== "object") return value;
  const shown = inProperties ? (value as JsonSchema) : simplified(value as JsonSchema);
  return Object.fromEntries(
    Object.entries(shown).map(([key, inner]) => [
      key,
      key === "default" || key === "enum" || key === "const"
        ? inner
        : walk(inner, key === "properties" && !inProperties),
    ]),
  );
}

const convert = (schema: z.ZodType, io: "input" | "output") =>
  walk(z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" })) as JsonSchema;

/** What a caller sends; fields with a default may be left out. */
export const inputSchema = (operation: AnyOperation): JsonSchema => convert(operation.input, "input");

/** What comes back. Later versions may add fields, so a reader must not refuse those it does not know. */
export const outputSchema = (operation: AnyOperation): JsonSchema =>
  opened(convert(operation.output, "output"));

function opened<T>(value: T): T {
  if (Array.isArray(value)) return value.map(opened) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => key !== "additionalProperties" || inner !== false,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, opened(inner)])) as T;
}
