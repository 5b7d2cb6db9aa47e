import { expect, it } from "vitest";
import { z } from "zod";
import { contract } from "./index.js";

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** The fields below a schema that do not say what they mean. */
function undescribed(schema: Schema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...undescribed(field, `${path}.${name}`),
  ]);
  const { items, anyOf = [], additionalProperties: others } = schema;
  return [
    ...fields,
    ...(items ? undescribed(items, `${path}[]`) : []),
    ...anyOf.flatMap((one) => undescribed(one, path)),
    ...(typeof others === "object" ? undescribed(others, `${path}.*`) : []),
  ];
}

const jsonOf = (schema: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;

it.each(Object.entries(contract))("%s says what each of its fields means", (name, { input, output }) => {
  expect(undescribed(jsonOf(input, "input"), name)).toEqual([]);
  expect(undescribed(jsonOf(output, "output"), name)).toEqual([]);
});
