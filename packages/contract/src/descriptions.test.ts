import { expect, it } from "vitest";
import { z } from "zod";
import { contract } from "./index.js";

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
}

function blank({ properties = {} }: Schema, path: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...blank(field, `${path}.${name}`),
  ]);
}

it.each(Object.entries(contract))("%s says what each of its fields means", (name, { input }) => {
  expect(blank(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema, name)).toEqual([]);
});
