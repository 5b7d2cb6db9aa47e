import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/index.js";
import { engines } from "../db/testing/index.js";
import { agent, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";
import { tenantDirectory } from "./tenant-directory.js";

describe.each(engines)("the tenant directory on $name", (engine) => {
  let memory: TestMemory;
  let transactions = 0;
  let counting: Database;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (const tenant of [tenantA, tenantB]) await memory.call(agent("bot", tenant), "status", {});
    const { db } = memory.services;
    const transaction: Database["transaction"] = (who, work, options) => {
      transactions++;
      return db.transaction(who, work, options);
    };
    counting = { ...db, transaction } as Database;
  });
  afterAll(() => memory.close());

  const storedKey = async (tenant: string) => {
    const [row] = await memory.database.ownerQuery<{ digest_key: Buffer }>(
      `select digest_key from palimpsest.tenant where tenant_id = $1`,
      [tenant],
    );
    return row!.digest_key;
  };
  const counted = async (work: () => Promise<unknown>) => {
    const before = transactions;
    await work();
    return transactions - before;
  };

  it("gives the digest key of a tenant that nobody has asked for in this process", async () => {
    const directory = tenantDirectory(counting);
    expect(await directory.digestKey(tenantA)).toEqual(await storedKey(tenantA));
    expect(await directory.digestKey(tenantB)).toEqual(await storedKey(tenantB));
    expect(await counted(() => directory.digestKey(tenantA))).toBe(0);
  });

  it("has no key for a tenant that does not exist, and creates none", async () => {
    const directory = tenantDirectory(counting);
    await expect(directory.digestKey("nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await memory.database.ownerQuery(`select from palimpsest.tenant`)).toHaveLength(2);
  });

  it("records a principal once, and keeps tenants apart", async () => {
    const directory = tenantDirectory(counting);
    expect(await counted(() => directory.ensurePrincipal(agent("new")))).toBe(1);
    // The policy, which the call needs in any case.
    expect(await counted(() => directory.ensurePrincipal(agent("new")))).toBe(1);
    expect(await counted(() => directory.ensurePrincipal(agent("new")))).toBe(0);
    expect(await counted(() => directory.ensurePrincipal(agent("new", tenantB)))).toBe(1);
    expect(await counted(() => directory.digestKey(tenantB))).toBe(0);
  });

  it("reads an entry again after it was evicted", async () => {
    const directory = tenantDirectory(counting, 1);
    await directory.ensurePrincipal(agent("one"));
    await directory.ensurePrincipal(agent("one", tenantB));
    expect(await counted(() => directory.ensurePrincipal(agent("one")))).toBe(1);
    expect(await counted(() => directory.digestKey(tenantB))).toBe(1);
    expect(await directory.digestKey(tenantA)).toEqual(await storedKey(tenantA));
  });
});
