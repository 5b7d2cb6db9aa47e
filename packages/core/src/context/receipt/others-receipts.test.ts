import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../db/index.js";
import { engines } from "../../db/testing/index.js";
import { dispatch } from "../../dispatch.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const bound = (of: Database, name: string | symbol) => {
  const value: unknown = Reflect.get(of, name);
  return typeof value === "function" ? value.bind(of) : value;
};

describe.each(engines)("receipts of others on $name", (engine) => {
  let memory: TestMemory;
  let acbIds: string[];
  let editId: string;
  let privateId: string;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const fear = { text: "Ann fears herons", visibility: "private" } as const;
    privateId = (await memory.call(human("ann"), "remember", fear)).memory_id;
    const ask = async () =>
      (
        await memory.call(human("ann"), "buildAcb", {
          session_id: "s",
          channel: "private",
          query: "Whom do I fear?",
        })
      ).acb.acb_id;
    acbIds = [await ask(), await ask(), await ask()];
    const { memory_id } = await memory.call(agent("bot"), "remember", { text: "Herons stand in ponds" });
    editId = (await memory.call(agent("bot"), "forget", { memory_id, reason: "a test" })).edit_id;
  });
  afterAll(() => memory.close());

  const reviewer = (who: Principal): Principal => ({
    ...who,
    role: "reviewer",
    permissions: new Set(rolePermissions.reviewer),
  });

  it("show nobody else what is private, and no agent the question", async () => {
    const acb_id = acbIds[0]!;
    const own = await memory.call(human("ann"), "getAcb", { acb_id });
    expect(own.items.map(({ memory_id }) => memory_id)).toContain(privateId);
    const person = await memory.call(human("rev"), "getAcb", { acb_id });
    expect(person.inputs).toMatchObject({ query: "Whom do I fear?" });
    expect(JSON.stringify(person)).not.toContain(privateId);
    const robot = await memory.call(reviewer(agent("robot")), "getAcb", { acb_id });
    expect(JSON.stringify(robot)).not.toContain(privateId);
    expect(JSON.stringify(robot)).not.toContain("Whom do I fear");
  });

  it("are replayed one transaction at a time, page by page", async () => {
    const { db } = memory.services;
    let open = 0;
    const transaction: Database["transaction"] = (who, work, options) => {
      if (options?.readOnly !== true) open += 1;
      return db.transaction(who, work, options);
    };
    const counting = new Proxy(db, {
      get: (of, name) => (name === "transaction" ? transaction : bound(of, name)),
    });
    const services = { ...memory.services, db: counting };
    const page = async (input: object) => {
      const call = { operation: "counterfactual", surface: "sdk" } as const;
      const credential = { kind: "principal", principal: human("rev") } as const;
      return (await dispatch(services, { ...call, credential, input: { edit_id: editId, ...input } })).output;
    };
    const first = await page({ limit: 2 });
    // Each is begun again, twice at most, if somebody wrote meanwhile: the audit log does every second.
    expect(open).toBeGreaterThanOrEqual(2);
    expect(open).toBeLessThanOrEqual(6);
    const second = await page({ limit: 2, cursor: first.next_cursor });
    const shown = [...first.contexts, ...second.contexts].map(({ acb_id }) => acb_id);
    expect(shown).toEqual(acbIds.toReversed());
    expect(second).not.toHaveProperty("next_cursor");
    await expect(page({ limit: 2, cursor: `${first.next_cursor}x` })).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
  });
});
