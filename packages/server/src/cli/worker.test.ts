import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { localPrincipal, openMemory } from "@palimpsest/core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { engines, type TestDatabase } from "../../../core/src/db/testing/index.js";
import { cleanEnv, palimpsest, start, startServer } from "./testing/palimpsest.js";

const login = `palimpsest_worker_test_${randomBytes(4).toString("hex")}`;
const tenants = ["tenant-a", "tenant-b"];
let test: TestDatabase;
beforeAll(async () => {
  test = await engines.find(({ name }) => name === "postgres")!.open();
});
afterAll(async () => {
  await test.ownerQuery(`drop owned by ${login}`);
  await test.ownerQuery(`drop role ${login}`);
  await test.close();
});

/** The environment of a process with a login as `migrate login` makes it. */
async function loginEnv(...options: string[]): Promise<Record<string, string>> {
  const owner = cleanEnv({ DATABASE_URL: test.options.ownerUrl ?? "" });
  const { out } = await palimpsest(["migrate", "login", login, ...options], owner);
  const [, url = ""] = /^DATABASE_URL=(postgres:\S+)$/.exec(out.trim()) ?? [];
  return cleanEnv({ DATABASE_URL: url });
}

it("works for every tenant on a machine where nobody was ever served", async () => {
  const env = await loginEnv();
  const memory = await openMemory({
    database: { url: env.DATABASE_URL! },
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
  });
  for (const tenantId of tenants) {
    await memory.dispatch({
      operation: "remember",
      input: { text: "The vector of this one is lost" },
      credential: { kind: "principal", principal: localPrincipal({ tenantId, agentId: "bot" }) },
      surface: "sdk",
    });
  }
  await memory.close();
  await test.ownerQuery(`delete from palimpsest.memory_vector`);

  const child = start(["worker"], env);
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const filled = () =>
    test.ownerQuery<{ tenant_id: string }>(`select tenant_id from palimpsest.memory_vector`);
  await vi.waitFor(async () => expect(await filled()).toHaveLength(tenants.length), {
    timeout: 60_000,
    interval: 100,
  });
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect((await filled()).map(({ tenant_id }) => tenant_id).sort()).toEqual(tenants);
  expect(said).not.toContain("a job failed");
});

it("does not start with a login that may only serve; a server with one says that it runs no jobs", async () => {
  const env = await loginEnv("--serve-only");
  const refused = await palimpsest(["worker"], env);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("not a member of palimpsest_worker");
  expect(refused.err).toContain("palimpsest migrate login NAME");

  const { url, child } = await startServer(env);
  const health = (await (await fetch(`${url}/health`)).json()) as {
    mode: { worker: string };
    notes: string[];
  };
  expect(health.mode.worker).toBe("none");
  expect(health.notes.join()).toContain("runs no background jobs");
  const status = (await (await fetch(`${url}/api/v1/status`)).json()) as { notes: string[] };
  expect(status.notes.join()).toContain("palimpsest worker");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});
