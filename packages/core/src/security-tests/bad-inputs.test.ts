import { contract, type OperationName, PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { fieldsOf, inputSchema, withValue } from "../selftest/world/id-parameters.js";
import { samples } from "../selftest/world/sample-inputs.js";
import { fillTenant, type TenantWorld } from "../selftest/world/tenant-world.js";
import { openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";
import { rowCounts } from "./testing/catalogue/row-counts.js";
import { badValues } from "./testing/inputs/bad-values.js";

const operations = Object.keys(contract) as OperationName[];
const shown = (value: unknown) =>
  (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "")).slice(0, 60);

describe.each(engines)("bad input on $name", (engine) => {
  let memory: TestMemory;
  let world: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    world = await fillTenant(memory, tenantA, "grey");
  });
  afterAll(() => memory.close());

  const sample = (operation: OperationName) => {
    const { input, who = world.admin } = samples[operation](world) as { input: object; who?: Principal };
    return { input, who };
  };

  /** What is wrong with how the input was answered; nothing if it was refused as a caller's mistake. */
  async function fault(operation: OperationName, input: unknown, what: string): Promise<string[]> {
    try {
      await memory.call(sample(operation).who, operation, input as never);
      return [`${what}: accepted`];
    } catch (error) {
      if (!(error instanceof PalimpsestError)) return [`${what}: raw ${error}`];
      return error.status >= 400 && error.status < 500 ? [] : [`${what}: ${error.code}`];
    }
  }

  it.each(operations)("%s refuses fields of the wrong type, and writes nothing", async (operation) => {
    const { input, who } = sample(operation);
    // Whoever calls is written down with its first call, and so is its tenant.
    await memory.call(who, "status", {});
    const before = await rowCounts(memory.database);
    const faults: string[] = [];
    for (const field of fieldsOf(inputSchema(operation))) {
      for (const value of badValues(field)) {
        const what = `${field.path.join(".")} = ${shown(value)}`;
        faults.push(...(await fault(operation, withValue(input, field.path, value), what)));
      }
      if (field.required && typeof field.path.at(-1) === "string") {
        const without = withValue(input, field.path, undefined);
        faults.push(...(await fault(operation, without, `without ${field.path.join(".")}`)));
      }
    }
    expect(faults).toEqual([]);
    expect(await rowCounts(memory.database)).toEqual(before);
  });

  it.each(operations)("%s refuses input that is not an object of its fields", async (operation) => {
    const { input } = sample(operation);
    const whole = [
      null,
      undefined,
      [],
      [input],
      "str",
      0,
      true,
      { ...input, surprise: 1 },
      { ...input, tenant_id: "B" },
      { ...input, __proto__: null, constructor: { prototype: {} } },
      JSON.parse('{"__proto__": {"admin": true}}'),
    ];
    const faults = await Promise.all(whole.map((value) => fault(operation, value, shown(value))));
    expect(faults.flat()).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});
