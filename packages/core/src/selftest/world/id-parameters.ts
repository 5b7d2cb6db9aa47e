import { contract, type OperationName } from "@palimpsest/contract";
import { z } from "zod";

export interface JsonSchema {
  type?: string;
  description?: string;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  additionalProperties?: unknown;
  $ref?: string;
}

const made = new Map<OperationName, JsonSchema>();

/** The input of an operation as the API reference shows it. It is asked for again and again. */
export function inputSchema(operation: OperationName): JsonSchema {
  const known = made.get(operation);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(contract[operation].input, { io: "input" }) as JsonSchema;
  made.set(operation, schema);
  return schema;
}

/** Whether a field holds an id that people choose, which takes almost any characters. */
export const isChosenId = ({ minLength, maxLength }: JsonSchema): boolean =>
  minLength === 1 && [100, 255, 256, 261].includes(maxLength ?? 0);

export interface Field {
  /** Property names, and `0` for a list's element. */
  path: (string | number)[];
  schema: JsonSchema;
  required: boolean;
}

/** Every field of an input, those of inner objects and of lists' elements too. */
export function fieldsOf(schema: JsonSchema, path: Field["path"] = []): Field[] {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = {
      path: [...path, name],
      schema: property,
      required: schema.required?.includes(name) ?? false,
    };
    return [field, ...fieldsOf(property, field.path)];
  });
  if (!schema.items) return inner;
  const element = { path: [...path, 0], schema: schema.items, required: true };
  return [...inner, element, ...fieldsOf(schema.items, element.path)];
}

const namesSomething = /(^|_)(id|ids)$|^before$/;
/** Names that say where a new memory stands; they reach nothing. */
const places = ["session_id", "subject_id", "project_id", "actor_id"];

/** Names that a call gives to what it makes; they reach nothing either. */
const given: Partial<Record<OperationName, readonly string[]>> = {
  upsertClaim: ["id"],
  ingestArtifact: ["source_id"],
  memoryStore: ["conversation_id"],
  historyAppend: ["conversation_id"],
  storeTaskContext: ["task_id", "plan_id"],
  createPlan: ["plan_id", "parent_plan_id", "correlation_ids"],
  updatePlan: ["correlation_ids"],
  storeKnowledge: ["external_id", "user_id"],
  upsertKnowledge: ["external_id", "user_id"],
  logInteraction: ["agent_id", "user_id"],
  createSession: ["agent_id"],
  updateSession: ["agent_id"],
  storeSkill: ["agent_id", "user_id"],
};

/** Fields by which a caller could try to reach what is not theirs. */
export function idParameters(operation: OperationName): Field[] {
  return fieldsOf(inputSchema(operation)).filter(({ path, schema }) => {
    if (schema.type !== "string") return false;
    const name = path.filter((part) => typeof part === "string").at(-1)!;
    if (contract[operation].effect === "write" && places.includes(name)) return false;
    if (given[operation]?.includes(name)) return false;
    return namesSomething.test(name) || (schema.description?.includes(", as returned") ?? false);
  });
}

export function valueAt(input: unknown, path: Field["path"]): unknown {
  return path.reduce(
    (value: unknown, part) => (value as Record<string | number, unknown> | undefined)?.[part],
    input,
  );
}

/** A copy of the input with one field changed; objects and lists on the way are made where they lack. */
export function withValue(input: unknown, path: Field["path"], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = withValue(valueAt(input, [first]), rest, value);
  if (typeof first === "number")
    return Object.assign([...((input as unknown[] | undefined) ?? [])], { [first]: inner });
  return { ...(input as object), [first]: inner };
}
