import { PalimpsestClient, WorkflowState } from "@palimpsest/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";

describe.each(engines)("WorkflowState on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const stateOf = (planId: string, agentId = "bot") => {
    const request = async (url: string | URL | Request, init?: RequestInit) => real.app.request(url, init);
    const client = new PalimpsestClient({ url: "http://127.0.0.1:7077", agentId, fetch: request });
    return new WorkflowState(client, planId);
  };

  test("sets, reads and deletes keys; the fallback is for a key that is not there", async () => {
    const state = stateOf("plan/ü 1");
    await state.set("a/b", { found: [1, null] });
    await state.set("nothing", null);
    expect(await state.get("a/b")).toEqual({ found: [1, null] });
    expect(await state.get("nothing", "fallback")).toBeNull();
    expect(await state.get("missing", "fallback")).toBe("fallback");
    expect(await state.get("missing")).toBeUndefined();
    expect([await state.has("nothing"), await state.has("missing")]).toEqual([true, false]);
    expect([await state.delete("nothing"), await state.delete("nothing")]).toEqual([true, false]);
    await expect(state.delete(undefined as never)).rejects.toThrow(TypeError);
    await expect(state.delete("..")).rejects.toThrow(TypeError);
    expect(await state.cleanup()).toBe(1);
    expect(() => stateOf("")).toThrow(TypeError);
  });

  test("changes keys in one step each, and keeps the actions in order", async () => {
    const state = stateOf("steps");
    expect([await state.increment("n"), await state.increment("n", 1.5)]).toEqual([1, 2.5]);
    expect([await state.append("list", "a"), await state.extend("list", ["b", null])]).toEqual([1, 3]);
    expect(await state.updateDict("dict", { a: 1 })).toEqual({ a: 1 });
    expect(await state.updateDict("dict", { b: null })).toEqual({ a: 1, b: null });
    expect(await state.actionHistory()).toEqual([]);
    await state.recordAction("research.started");
    await state.recordAction("research.completed");
    expect(await state.actionHistory()).toEqual(["research.started", "research.completed"]);
    await expect(state.increment("n", Number.NaN)).rejects.toThrow(TypeError);
    expect(await state.get("n")).toBe(2.5);
    await expect(state.increment("list")).rejects.toMatchObject({ code: "CONFLICT", status: 409 });
  });

  test("counts 50 increments of 50 agents at once as 50", async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => stateOf("shared", `agent-${n}`).increment("total")),
    );
    expect([...results].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    expect(await stateOf("shared").get("total")).toBe(50);
  });
});
