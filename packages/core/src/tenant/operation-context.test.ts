import { contract } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { tenantDirectory } from "../identity/index.js";
import { remember } from "../knowledge/operations.js";
import type { Services } from "../services.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { CallRecord } from "./call-record.js";
import { operationContext } from "./operation-context.js";

describe.each(engines)("an operation context on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await memory.call(agent(), "status", {});
  });
  afterAll(() => memory.close());

  /** As in a process that has served no request. */
  const fresh = (): Services => ({ ...memory.services, tenants: tenantDirectory(memory.services.db) });
  const contextFor = (requestId: string, who = agent()) => {
    const info = {
      operation: "maintenance",
      surface: "worker",
      requestId,
      traceId: "t",
      actor: who,
    } as const;
    return operationContext(fresh(), who, new CallRecord(info));
  };
  const audited = async (request_id: string) =>
    (await memory.call(human("rev"), "listAudit", { request_id })).entries;

  it("lets an operation run without a request, owned and audited like any other", async () => {
    const context = await contextFor("without-request");
    const input = contract.remember.input.parse({ text: "Ada sails on Sundays" });
    const { memory_id } = await remember(context, input);
    const { memories } = await memory.call(agent(), "recall", { query: "sails" });
    expect(memories.map((found) => found.memory_id)).toEqual([memory_id]);
    expect(await audited("without-request")).toMatchObject([
      { operation: "maintenance", surface: "worker", actor_id: "bot", decision: "allowed", ids: [memory_id] },
    ]);
    // The same words have the same digest as in a process that knew the tenant's key.
    const again = await memory.call(agent(), "remember", { text: "ada sails on sundays" });
    expect(again).toMatchObject({ memory_id, status: "exists" });
  });

  it("forgets the ids that a write touched before it was rolled back", async () => {
    const context = await contextFor("rolled-back");
    context.touched(["looked-at"]);
    const failing = context.write(async () => {
      context.touched(["never-made"]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await context.write(async () => context.touched(["made"]));
    expect((await audited("rolled-back")).map(({ ids }) => ids)).toEqual([["looked-at", "made"]]);
  });
});
