import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Tx } from "../../../db/index.js";
import { engines } from "../../../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../../../testing/test-memory.js";
import { bothOf } from "./simulate-edit.js";

describe.each(engines)("reads before and after a supposed edit on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const who = human("ann", "supposed");
  const textsIn = async (tx: Tx) => {
    const rows = await tx.query<{ text: string }>(
      `select text from palimpsest.memory where tenant_id = $1 order by recorded_at`,
      [who.tenantId],
    );
    return rows.map(({ text }) => text);
  };
  /** Reads twice while `between` runs after each transaction that only reads; tells how often each read was made. */
  const both = async (between: (n: number) => Promise<unknown>) => {
    const made = { now: 0, supposed: 0 };
    const db: Database = new Proxy(memory.services.db, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
        const transaction: Database["transaction"] = async (caller, work, options) => {
          const result = await target.transaction(caller, work, options);
          if (options?.readOnly) await between(made.now);
          return result;
        };
        return transaction;
      },
    });
    const read = (of: keyof typeof made) => (tx: Tx) => {
      made[of] += 1;
      return textsIn(tx);
    };
    const found = await bothOf(
      { services: { ...memory.services, db }, who },
      { now: read("now"), supposed: read("supposed") },
    );
    return { ...found, made };
  };
  const remember = (text: string) => memory.call(who, "remember", { text });

  it("see one state, whoever writes in between", async () => {
    await remember("the first");
    const before = ["the first"];
    const alone = await both(async () => undefined);
    expect([alone.now, alone.supposed]).toEqual([before, before]);

    const once = await both(async (n) => n === 1 && remember("the second"));
    expect(once.supposed).toEqual(["the first", "the second"]);
    expect(once.now).toEqual(once.supposed);
    expect(once.made.supposed).toBe(1);

    const always = await both((n) => remember(`in between, ${n}`));
    expect(always.supposed).toHaveLength(4);
    expect(always.now).toEqual(always.supposed);
    expect(always.made).toEqual({ now: 3, supposed: 1 });
  });
});
