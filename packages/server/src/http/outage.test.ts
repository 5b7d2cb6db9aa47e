import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

const servers = engines.filter(({ name }) => name === "postgres");

describe.each(servers)("when $name drops its connections", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const dropAll = () =>
    real.test.ownerQuery(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  test("running requests succeed or get 503 with Retry-After, and the next one succeeds", async () => {
    const seen = { 201: 0, 503: 0 };
    for (let round = 0; round < 5; round++) {
      let answered = 0;
      const flying = Array.from({ length: 40 }, async (_, i) => {
        const response = await real.app.request(
          "/api/v1/memories",
          post({ text: `Fact number ${round}-${i}.` }),
        );
        answered += 1;
        return response;
      });
      await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(2 * round), {
        timeout: 60_000,
        interval: 1,
      });
      await dropAll();
      for (const response of await Promise.all(flying)) {
        expect([201, 503]).toContain(response.status);
        seen[response.status as 201 | 503] += 1;
        if (response.status !== 503) continue;
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ error: { code: "UNAVAILABLE" } });
      }
      expect((await real.app.request("/api/v1/status")).status).toBe(200);
    }
    expect(seen[201]).toBeGreaterThan(0);
    expect(seen[503]).toBeGreaterThan(0);
  });

  test("acknowledged writes are stored", async () => {
    const texts = Array.from({ length: 30 }, (_, i) => `Acknowledged ${i} times over.`);
    const flying = texts.map((text) => real.app.request("/api/v1/memories", post({ text })));
    await Promise.race(flying);
    await dropAll();
    const acknowledged = (await Promise.all(flying)).filter(({ status }) => status === 201);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const response of acknowledged) {
      const { memory_id } = (await response.json()) as { memory_id: string };
      const [row] = await real.test.ownerQuery("select 1 from palimpsest.memory where id = $1", [memory_id]);
      expect(row).toBeDefined();
    }
  });
});
