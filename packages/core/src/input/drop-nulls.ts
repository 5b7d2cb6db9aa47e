import { z } from "zod";

type Drop = (value: unknown) => unknown;

const compiled = new WeakMap<z.ZodType, Drop>();

/**
 * The input without the fields that are null and need not be there: many clients send null for what they leave out.
 * A null that a field takes as a value stays, and so does one that is wrong, for the schema to refuse.
 */
export function dropNulls(schema: z.ZodType, input: unknown): unknown {
  const known = compiled.get(schema);
  if (known) return known(input);
  const drop = dropOf(schema);
  compiled.set(schema, drop);
  return drop(input);
}

const isOptional = (schema: z.ZodType) =>
  schema.safeParse(undefined).success && !schema.safeParse(null).success;

function dropOf(schema: z.ZodType): Drop {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return dropOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodArray) {
    const inner = dropOf(schema.element as z.ZodType);
    return (value) => (Array.isArray(value) ? value.map(inner) : value);
  }
  if (!(schema instanceof z.ZodObject)) return (value) => value;
  const fields = new Map(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [
      name,
      { optional: isOptional(field), drop: dropOf(field) },
    ]),
  );
  return (value) => {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    const kept = Object.entries(value).filter(
      ([name, inner]) => inner !== null || !fields.get(name)?.optional,
    );
    return Object.fromEntries(kept.map(([name, inner]) => [name, fields.get(name)?.drop(inner) ?? inner]));
  };
}
