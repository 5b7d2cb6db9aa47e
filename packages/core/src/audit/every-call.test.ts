import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { dispatch, UnreadInput } from "../dispatch.js";
import { impersonated } from "../identity/index.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";

describe.each(engines)("the audit log on $name", (engine) => {
  let memory: TestMemory;
  let memoryId: string;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    memoryId = (await memory.call(human(), "remember", { text: "Herons stand still" })).memory_id;
  });
  afterAll(() => memory.close());

  /** What is in the database, without what this process still holds. */
  const stored = (operation: string) =>
    memory.database.ownerQuery<{ decision: string; code: string | null; times: number }>(
      `select decision, code, times from (
         select at, audit_id, operation, decision, code, times from palimpsest.audit_unsealed
         union all select at, audit_id, operation, decision, code, times from palimpsest.audit_entry) a
       where operation = $1 order by at, audit_id`,
      [operation],
    );

  it("has a denial before its caller gets it", async () => {
    const denied = memory.call(agent(), "listKeys", {});
    await expect(denied).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await stored("listKeys")).toEqual([{ decision: "denied", code: "FORBIDDEN", times: 1 }]);
    const missing = memory.call(agent(), "getEdit", { edit_id: "edt_none" });
    await expect(missing).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await stored("getEdit")).toEqual([{ decision: "denied", code: "NOT_FOUND", times: 1 }]);
  });

  it("has a read of an original, of the past and in another's name before the answer", async () => {
    const allowed = { decision: "allowed", code: null, times: 1 };
    await memory.call(human(), "memoryHistory", { memory_id: memoryId, include_original: true });
    expect(await stored("memoryHistory")).toEqual([allowed]);
    await memory.call(human(), "listTasks", { as_of: new Date().toISOString() });
    expect(await stored("listTasks")).toEqual([allowed]);
    const { acb } = await memory.call(human(), "buildAcb", {
      session_id: "s",
      channel: "private",
      query: "herons",
    });
    await memory.call(human(), "diffAcb", { acb_id: acb.acb_id });
    expect(await stored("diffAcb")).toEqual([allowed]);
    await memory.call(impersonated(human()), "listDecisions", {});
    expect(await stored("listDecisions")).toEqual([allowed]);
  });

  it("has any other read soon, though nobody asks for the log", async () => {
    await memory.call(human(), "listRules", {});
    while ((await stored("listRules")).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stored("listRules")).toEqual([{ decision: "allowed", code: null, times: 1 }]);
  });

  it("has the repetition of a call as such", async () => {
    const call = () =>
      memory.call(human(), "createTask", { title: "Feed the heron" }, { idempotencyKey: "feed" });
    await call();
    await call();
    await memory.services.audit.flush();
    expect((await stored("createTask")).map(({ decision }) => decision)).toEqual(["allowed", "replayed"]);
  });

  it("counts requests of one caller that cannot be read, and cannot be flooded by them", async () => {
    const unreadable = (who = human()) =>
      dispatch(memory.services, {
        operation: "createRule",
        input: new UnreadInput(() => Promise.reject(new SyntaxError("not JSON"))),
        credential: { kind: "principal", principal: who },
        surface: "rest",
      });
    for (let at = 0; at < 50; at++) await expect(unreadable()).rejects.toThrow();
    await expect(unreadable(admin())).rejects.toThrow();
    await memory.services.audit.flush();
    expect((await stored("createRule")).map(({ times }) => times)).toEqual([1, 1, 49]);
  });

  it("refuses to show the past while it cannot be written", async () => {
    const broken = {
      ...memory.services,
      audit: { ...memory.services.audit, store: () => Promise.reject(new Error("no disk")) },
    };
    const past = { as_of: new Date().toISOString() };
    const call = (operation: "listTasks" | "getEdit", input: object) =>
      dispatch(broken, {
        operation,
        input,
        credential: { kind: "local", tenantId: tenantA },
        surface: "sdk",
      });
    await expect(call("listTasks", past)).rejects.toThrow("no disk");
    await expect(call("getEdit", { edit_id: "edt_none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
