import { contract, type OperationName } from "@palimpsest/contract";
import { z } from "zod";
import { table } from "./table.js";

interface Schema {
  type?: string;
  enum?: string[];
  const?: unknown;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}

/** The fields of an operation's input: type, default and meaning. */
export function inputTable(name: OperationName): string {
  const schema = z.toJSONSchema(contract[name].input, { io: "input", unrepresentable: "any" }) as Schema;
  return table(["field", "takes", "default", "meaning"], rowsOf(schema, ""));
}

function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const defaultValue = required.includes(name) ? "required" : shown(field.default);
    const row = [`\`${path}\``, typeOf(field), defaultValue, meaningOf(field)];
    return [row, ...(field.properties ? rowsOf(field, `${path}.`) : [])];
  });
}

const shown = (value: unknown): string => (value === undefined ? "" : `\`${JSON.stringify(value)}\``);

function typeOf(field: Schema): string {
  if (field.enum) return field.enum.map((value) => `\`${value}\``).join(", ");
  if (field.const !== undefined) return shown(field.const);
  if (field.type === "array") return `list${upTo(field.maxItems)} of ${typeOf(field.items ?? {})}`;
  if (field.type === "object") return "object";
  if (field.type === "boolean") return "`true`, `false`";
  if (field.type === "integer" || field.type === "number") {
    const kind = field.type === "integer" ? "whole number" : "number";
    const bounded = field.maximum !== undefined && field.maximum < Number.MAX_SAFE_INTEGER;
    return bounded ? `${kind}, ${field.minimum} to ${grouped(field.maximum!)}` : kind;
  }
  if (field.format === "date-time") return "time";
  if (isId(field)) return "id";
  if (field.pattern !== undefined) return "name";
  return field.maxLength === undefined ? "text" : `text, ≤ ${grouped(field.maxLength)} characters`;
}

/** The page itself says what an id looks like. */
const meaningOf = (field: Schema) => (isId(field) ? "" : (field.description ?? "").replaceAll("|", "\\|"));
const isId = ({ description = "" }: Schema) => /^Id\b.*, as returned/.test(description);
const upTo = (maxItems: number | undefined) =>
  maxItems === undefined ? "" : ` (up to ${grouped(maxItems)})`;
const grouped = (value: number) => value.toLocaleString("en-US");
