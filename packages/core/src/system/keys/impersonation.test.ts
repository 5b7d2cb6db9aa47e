import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { impersonated } from "../../identity/index.js";
import { admin, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("acting as another on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required" } });
    await memory.call(human("ann"), "remember", { text: "Ann fears herons", visibility: "private" });
  });
  afterAll(() => memory.close());

  const as = (token: string) => memory.as({ kind: "bearer", token });
  const boss = async (scopes: object = {}) =>
    (await memory.call(admin(), "createKey", { principal: "boss", type: "human", role: "admin", ...scopes }))
      .key;
  const annsKey = { principal: "ann", type: "human", role: "reader" };
  const recalled = async (token: string) =>
    (await as(token)("recall", { query: "herons", channel: "private" })).memories.map(({ text }) => text);

  it("is not in an admin's role, and without it nobody reads another's private memories", async () => {
    const key = await boss();
    expect(await recalled(key)).toEqual([]);
    await expect(as(key)("createKey", annsKey)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await memory.call(admin(), "recall", { query: "herons", channel: "private" })).memories).toEqual(
      [],
    );
  });

  it("needs identity:impersonate on the key, and is audited with both names", async () => {
    const key = await boss({ scopes: ["admin", "memory:read", "identity:impersonate"] });
    const anns = await as(key)("createKey", { ...annsKey, scopes: ["memory:read"] });
    expect(await recalled(anns.key)).toEqual(["Ann fears herons"]);
    const entries = (await memory.call(admin(), "listAudit", { operation: "createKey" })).entries;
    expect(entries.find(({ ids }) => ids.includes(anns.key_id))).toMatchObject({
      actor_id: "boss",
      on_behalf_of: "human:ann",
    });
    const [read] = (await memory.call(admin(), "listAudit", { operation: "recall", actor_id: "ann" }))
      .entries;
    expect(read).toMatchObject({ key_id: anns.key_id });
  });

  it("refused names both as well", async () => {
    const key = await boss();
    await as(key)("createKey", annsKey).catch(() => undefined);
    const [entry] = (await memory.call(admin(), "listAudit", { operation: "createKey", limit: 1 })).entries;
    expect(entry).toMatchObject({ actor_id: "boss", on_behalf_of: "human:ann", decision: "denied" });
  });

  it("by the operator at the command line is audited with both names", async () => {
    await memory.call(impersonated(human("ann")), "recall", { query: "herons", channel: "private" });
    const [entry] = (await memory.call(admin(), "listAudit", { operation: "recall", limit: 1 })).entries;
    expect(entry).toMatchObject({ actor_id: "operator", on_behalf_of: "human:ann" });
  });
});
