import { systemPrincipal } from "@palimpsest/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post, stubApp } from "./testing/stub-memory.js";

describe.each(engines)("a request that is refused, on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine, { auth: "required" });
  });
  afterAll(() => real.close());

  const entries = async () => {
    await real.memory.services.audit.flush();
    return real.test.ownerQuery<{ operation: string; code: string; times: number }>(
      "select operation, code, times from palimpsest.audit_entry where decision = 'failed' order by at, audit_id",
    );
  };

  test("without a credential is counted and logged by source, and reaches no table", async () => {
    for (let at = 0; at < 30; at++) {
      expect((await real.app.request("/api/v1/recall", post({ query: "x" }))).status).toBe(401);
    }
    const metrics = await (await real.app.request("/metrics")).text();
    expect(metrics).toContain('palimpsest_refused_requests_total{code="UNAUTHENTICATED"} 30');
    const lines = real.logged.filter((line) => line.includes("request refused"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: "warn", source: "unknown", operation: "recall", code: "UNAUTHENTICATED" },
    ]);
    expect(await entries()).toEqual([]);
  });

  test("since its body cannot be read is in its caller's audit log, once for many", async () => {
    const { output } = await real.memory.dispatch({
      operation: "createKey",
      input: { principal: "bot" },
      credential: { kind: "principal", principal: systemPrincipal("t") },
      surface: "cli",
    });
    const headers = { authorization: `Bearer ${output.key}` };
    for (let at = 0; at < 20; at++) {
      expect((await real.app.request("/api/v1/recall", post("{nonsense", headers))).status).toBe(400);
    }
    expect(await entries()).toEqual([
      { operation: "recall", code: "INVALID_JSON", times: 1 },
      { operation: "recall", code: "INVALID_JSON", times: 19 },
    ]);
  });
});

test("a stranger's body is not read", async () => {
  const { app, memory } = stubApp({ PALIMPSEST_AUTH: "required" });
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      read += 1;
      controller.enqueue(Buffer.from(`{"k${read}":0}`));
      if (read > 100) controller.close();
    },
  });
  const request = new Request("http://127.0.0.1/api/v1/recall", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    duplex: "half",
  } as RequestInit);
  expect((await app.request(request)).status).toBe(401);
  // A stream fetches one piece by itself.
  expect(read).toBeLessThanOrEqual(1);
  expect(memory.calls).toEqual([]);
});

test("a body of many keys is refused after the first of them, by REST and MCP", async () => {
  const keys = Array.from({ length: 300_000 }, (_, at) => `"key-${at}":1`).join(",");
  const { app } = stubApp({}, { mcp: async (_, { readBody } = {}) => Response.json(await readBody?.()) });
  for (const path of ["/api/v1/recall", "/mcp"]) {
    const response = await app.request(path, post(`{"query":"x","metadata":{${keys}}}`));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "PAYLOAD_TOO_LARGE" } });
  }
});
