import { afterAll, beforeAll, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { tidyTables } from "./tidy.sql.js";
import { startWorker } from "./worker.js";

let memory: TestMemory;
beforeAll(async () => {
  memory = await openTestMemory(engines.find(({ name }) => name === "embedded")!);
});
afterAll(() => memory.close());

const churn = () =>
  memory.database.ownerQuery(
    `insert into palimpsest.idempotency (tenant_id, principal_id, key, operation, digest)
     select tenant_id, 'churn', gen_random_uuid()::text, 'remember', '' from palimpsest.tenant, generate_series(1, 2000)`,
  );
const changes = async () => {
  const [row] = await memory.database.ownerQuery<{ n: number }>(
    `select n_mod_since_analyze::integer as n from pg_stat_user_tables where relname = 'idempotency'`,
  );
  return row!.n;
};

it("vacuums tables that have changed much, and no others", async () => {
  await memory.call(human(), "remember", { text: "a tenant to write for" });
  await churn();
  await expect.poll(changes).toBeGreaterThan(1_000);
  expect(await tidyTables(memory.services.db)).toEqual(["palimpsest.idempotency"]);
  expect(await changes()).toBe(0);
  expect(await tidyTables(memory.services.db)).toEqual([]);
});

it("is done by the worker of the process that runs the engine", async () => {
  await churn();
  await expect.poll(changes).toBeGreaterThan(1_000);
  const worker = startWorker(memory.services, { kinds: [], tidyMs: 100 });
  await expect.poll(changes, { timeout: 60_000 }).toBe(0);
  await worker.stop();
});
