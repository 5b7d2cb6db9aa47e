import { contract, type OperationName, PalimpsestError } from "@palimpsest/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { fieldsOf, inputSchema, withValue } from "../selftest/world/id-parameters.js";
import { samples } from "../selftest/world/sample-inputs.js";
import { fillTenant, type TenantWorld } from "../selftest/world/tenant-world.js";
import { openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";
import { arbitraryInput } from "./testing/inputs/arbitrary-input.js";

/** Raise it to search longer than a test run should take. */
const runs = Number(process.env.PALIMPSEST_FUZZ_RUNS ?? 10);
/** The self-test makes a thousand calls, whatever its input. */
const operations = (Object.keys(contract) as OperationName[]).filter((name) => name !== "selftestIsolation");

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom(
    "'; drop table memory;--",
    "%",
    "\\",
    "{}",
    "null",
    "team:red",
    "chk_0",
    "2026-01-01T00:00:00Z",
    "global",
    "1e309",
  ),
);
const anything = fc.oneof(
  hostile,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(hostile, { maxLength: 5 }),
  fc.dictionary(hostile, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
);

describe.each(engines)("random input on $name", (engine) => {
  // One thread runs every statement of the embedded engine, and what breaks in it mostly breaks in the other too.
  const most = engine.name === "embedded" ? Math.ceil(runs / 4) : runs;
  let memory: TestMemory;
  let world: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    world = await fillTenant(memory, tenantA, "grey");
  });
  afterAll(() => memory.close());

  it.each(operations)(
    "%s answers or refuses it, and never fails with an internal error",
    async (operation) => {
      const { input, who = world.admin } = samples[operation](world) as { input: object; who?: Principal };
      const paths = fieldsOf(inputSchema(operation)).map(({ path }) => path);
      const change = fc.record({
        path: paths.length > 0 ? fc.constantFrom(...paths) : fc.constant<(string | number)[]>(["surprise"]),
        value: anything,
      });
      const spoiled = fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes) =>
          changes.reduce((whole: unknown, { path, value }) => spoil(whole, path, value), input),
        );
      await holds(
        operation,
        who,
        fc.oneof({ weight: 9, arbitrary: spoiled }, { weight: 1, arbitrary: anything }),
        most * 10,
      );
    },
  );

  it.each(operations)("%s answers any input of the right shape", async (operation) => {
    const { who = world.admin } = samples[operation](world) as { who?: Principal };
    const known = Object.values(world)
      .flat()
      .filter((value): value is string => typeof value === "string" && /^[\w:.-]+$/.test(value));
    await holds(operation, who, arbitraryInput(inputSchema(operation), known), most);
  });

  async function holds(
    operation: OperationName,
    who: Principal,
    inputs: fc.Arbitrary<unknown>,
    numRuns: number,
  ) {
    const property = fc.asyncProperty(inputs, async (given) => {
      const failed = await memory.call(who, operation, given as never).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failed === undefined) return;
      if (!(failed instanceof PalimpsestError)) throw failed;
      expect(failed.status, String(failed.cause ?? failed.message)).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns });
  }
});

/** An earlier change may have left nothing to go into on the way to this one. */
function spoil(whole: unknown, path: (string | number)[], value: unknown): unknown {
  try {
    return withValue(whole, path, value);
  } catch (error) {
    if (error instanceof TypeError) return whole;
    throw error;
  }
}
