import type { AnyOperation } from "@palimpsest/contract";
import { z } from "zod";

interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

export type FieldType = "string" | "integer" | "number" | "boolean" | "list" | "json";

/** One input field as the command line sees it. */
export interface Field {
  name: string;
  /** `include-capsules` for `include_capsules`. */
  flag: string;
  type: FieldType;
  /** The type of each item of a list. */
  items: FieldType;
  required: boolean;
  choices: string[] | undefined;
  default: unknown;
  description: string;
  /** The text between angle brackets in the help. */
  placeholder: string;
  /** Long text, which needs no quotes on the command line and may come from stdin. */
  prose: boolean;
  /** The command line names a file that holds the value. */
  file: boolean;
  /** Whether a comma separates items. If items may hold commas, the option is repeated instead. */
  splits: boolean;
  /** Fields of an object. */
  keys: string[];
}

const proseLength = 1_000;

/** The fields of an operation's input, from its schema. */
export function fieldsOf(operation: AnyOperation): Field[] {
  const schema = z.toJSONSchema(operation.input, { io: "input" }) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const type = typeOf(property);
    const one = type === "list" ? (property.items ?? {}) : property;
    const file = operation.cli?.files?.includes(name) ?? false;
    return {
      name,
      flag: name.replaceAll("_", "-"),
      type,
      items: typeOf(one),
      required: schema.required?.includes(name) ?? false,
      choices: one.enum,
      default: property.default,
      description: property.description ?? "",
      placeholder: file ? "file" : placeholderOf(one),
      file,
      prose: !file && type === "string" && one.enum === undefined && (one.maxLength ?? 0) >= proseLength,
      splits: one.enum !== undefined || one.pattern !== undefined || (one.maxLength ?? proseLength) <= 128,
      keys: Object.keys(one.properties ?? {}),
    };
  });
}

/** A day or a time: whichever it is, it is given as it is. */
const isText = ({ anyOf }: Schema): boolean => anyOf?.every(({ type }) => type === "string") ?? false;

function typeOf(schema: Schema): FieldType {
  if (isText(schema)) return "string";
  const { type } = schema;
  switch (type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return type;
    case "array":
      return "list";
    default:
      return "json";
  }
}

function placeholderOf(schema: Schema): string {
  if (schema.enum !== undefined) return "choice";
  if (schema.format === "date-time") return "time";
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum, maximum } = schema;
    const bounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
    return bounded ? `${minimum}..${maximum}` : "number";
  }
  if (isText(schema)) return "time";
  if (schema.type === "object" || schema.type === undefined) return "json";
  if (/^Id\b/.test(schema.description ?? "")) return "id";
  return schema.pattern === undefined ? "text" : "name";
}
