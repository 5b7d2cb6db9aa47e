import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embedded } from "../testing/embedded.js";
import { principal } from "../testing/principals.js";
import { seamSchema } from "../testing/seam-schema.js";
import type { TestDatabase } from "../testing/test-engine.js";

const insert = "insert into palimpsest.note (tenant_id, id) values ('a', $1)";
const anna = principal({ tenantId: "a" });

describe("an engine that hangs or breaks", () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await embedded.open({
      migrations: seamSchema,
      statementTimeoutMs: 1_500,
      relaxedDurability: false,
    });
  });
  afterEach(() => test.close());

  const ids = async () =>
    (await test.db.transaction(anna, (tx) => tx.query<{ id: string }>("select id from palimpsest.note"))).map(
      ({ id }) => id,
    );

  it("is replaced when a statement exceeds its time limit; the next request succeeds", async () => {
    await test.db.transaction(anna, (tx) => tx.query(insert, ["before"]));
    const hung = test.db.transaction(anna, async (tx) => {
      await tx.query(insert, ["undone"]);
      await tx.query("select count(*) from generate_series(1, 1000000000)");
    });
    const waiting = test.db.transaction(anna, (tx) => tx.query(insert, ["waited"]));
    await expect(hung).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfter: 1 });
    await waiting.catch((error) => expect(error).toMatchObject({ code: "UNAVAILABLE" }));
    const seen = await ids();
    expect(seen).toContain("before");
    expect(seen).not.toContain("undone");
    expect(test.db.status()).toMatchObject({ role: "owner", restarts: 1 });
  });

  it("does not block the process's own event loop", async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    await test.ownerQuery("select count(*) from generate_series(1, 2000000)");
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(3);
  });

  it("stays atomic with input that overflows its stack", async () => {
    for (const depth of [10_000, 100_000]) {
      const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      const work = test.db.transaction(anna, async (tx) => {
        await tx.query(insert, [`with-${depth}`]);
        await tx.query("insert into palimpsest.note (tenant_id, id, body) values ('a', $1, $2)", [
          `deep-${depth}`,
          deep,
        ]);
      });
      const outcome = await work.then(
        () => "stored",
        () => "refused",
      );
      const expected = outcome === "stored" ? [`deep-${depth}`, `with-${depth}`] : [];
      expect((await ids()).filter((id) => id.endsWith(`-${depth}`)).sort()).toEqual(expected);
    }
  });

  it.each([1, -1])("does not mind a clock that jumps by %i day", async (days) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const written = test.db.transaction(anna, async (tx) => {
        await tx.query(insert, ["over the jump"]);
        const slow = tx.query("select pg_sleep(0.6)");
        vi.setSystemTime(Date.now() + days * 86_400_000);
        await slow;
      });
      await written;
      expect(await ids()).toEqual(["over the jump"]);
      expect(test.db.status()).toMatchObject({ role: "owner", restarts: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("gives the owner's statements more time", async () => {
    const strict = await embedded.open({ migrations: seamSchema, statementTimeoutMs: 100 });
    await strict.ownerQuery("select pg_sleep(0.7)");
    expect(strict.db.status().restarts).toBe(0);
    await strict.close();
  });
});
