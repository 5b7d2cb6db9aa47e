import { contract } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { z } from "zod";
import { dropNulls } from "./drop-nulls.js";

const schema = z.strictObject({
  must: z.string(),
  may: z.string().optional(),
  usual: z.int().default(7),
  nothing: z.string().nullable().optional(),
  inner: z.strictObject({ may: z.boolean().optional(), must: z.string().optional() }).default({}),
  list: z.array(z.looseObject({ may: z.string().optional() })).optional(),
  any: z.record(z.string(), z.json()).optional(),
});

it("counts null as absent at every depth, where a field need not be there", () => {
  const input = {
    must: "x",
    may: null,
    usual: null,
    inner: { may: null },
    list: [{ may: null }, { may: "a" }],
  };
  const dropped = dropNulls(schema, input);
  expect(dropped).toEqual({ must: "x", inner: {}, list: [{}, { may: "a" }] });
  expect(schema.parse(dropped)).toMatchObject({ usual: 7 });
});

it("keeps null where it is a value, where a field must be there, and where no field is known", () => {
  const input = {
    must: null,
    nothing: null,
    list: [{ other: null }, null],
    any: { a: null, b: [null] },
    unknown: null,
  };
  expect(dropNulls(schema, input)).toEqual(input);
});

it.each([null, "text", 5, [null]])("leaves %j, which is no input, to the schema", (input) => {
  expect(dropNulls(schema, input)).toEqual(input);
});

it.each(Object.entries(contract))("lets every optional field of %s be null", (_, { input, example }) => {
  const optional = Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => field.safeParse(undefined).success)
    .map(([name]) => [name, null]);
  const given = { ...Object.fromEntries(optional), ...example.input };
  expect(input.safeParse(dropNulls(input, given)).error).toBeUndefined();
});
