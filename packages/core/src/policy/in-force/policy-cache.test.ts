import { expect, it } from "vitest";
import { defaultInForce, type PolicyInForce } from "./in-force.js";
import { policyCache } from "./policy-cache.js";

const numbered = (seq: number): PolicyInForce => ({ ...defaultInForce, seq, version: `${seq}.0.0` });

const bounds = { tenants: 10, now: () => 0 };

/** A cache over a value that tests change, with a clock that they set and reads that they let go on. */
function opened() {
  const state = { stored: numbered(1), time: 0, reads: 0 };
  const waiting: (() => void)[] = [];
  const cache = policyCache(
    async () => {
      state.reads += 1;
      const read = state.stored;
      await new Promise<void>((resume) => waiting.push(resume));
      return read;
    },
    { tenants: 10, now: () => state.time },
  );
  const go = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  const seqNow = async () => {
    const got = cache.get("t");
    go();
    return (await got).seq;
  };
  return { state, cache, go, seqNow };
}

it("reads once for all who ask at once, and again after a second", async () => {
  const { state, cache, go, seqNow } = opened();
  const all = Array.from({ length: 10 }, () => cache.get("t"));
  go();
  expect((await Promise.all(all)).map(({ seq }) => seq)).toEqual(Array(10).fill(1));
  state.stored = numbered(2);
  state.time = 999;
  expect(await seqNow()).toBe(1);
  expect(state.reads).toBe(1);
  state.time = 1_000;
  expect(await seqNow()).toBe(2);
  expect(state.reads).toBe(2);
});

it("sees at once what this process applied, also if an older read ends later", async () => {
  const { cache, go, seqNow } = opened();
  const begun = cache.get("t");
  cache.put("t", numbered(2));
  expect(await seqNow()).toBe(2);
  go();
  expect((await begun).seq).toBe(2);
  expect(await seqNow()).toBe(2);
});

it("asks again after a read that failed", async () => {
  let fails = true;
  const cache = policyCache(async () => {
    if (fails) throw new Error("away");
    return numbered(3);
  }, bounds);
  await expect(cache.get("t")).rejects.toThrow("away");
  fails = false;
  expect((await cache.get("t")).seq).toBe(3);
});

it("keeps tenants apart", async () => {
  const cache = policyCache(async (tenantId) => numbered(tenantId === "a" ? 1 : 2), bounds);
  expect([(await cache.get("a")).seq, (await cache.get("b")).seq]).toEqual([1, 2]);
});
