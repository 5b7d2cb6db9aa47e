import { PalimpsestError } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { post, stubApp } from "./testing/stub-memory.js";

test("path and query reach dispatch in the types of the contract", async () => {
  const { app, memory } = stubApp();
  const response = await app.request(
    "/api/v1/chunks/chk_1/timeline?window_seconds=60&include_quarantined=true&channel=team&limit=5",
  );
  expect(response.status).toBe(200);
  expect(memory.calls[0]).toMatchObject({
    operation: "chunkTimeline",
    surface: "rest",
    input: { chunk_id: "chk_1", window_seconds: 60, include_quarantined: true, channel: "team", limit: 5 },
  });
});

test("body and path are one input, and success has the contract's status", async () => {
  const { app, memory } = stubApp();
  const response = await app.request("/api/v1/decisions/dec_1/supersede", post({ decision: "No." }));
  expect(response.status).toBe(201);
  expect(memory.calls[0]?.input).toEqual({ decision: "No.", memory_id: "dec_1" });
});

test("an operation with nothing required takes an empty body, with or without a Content-Type", async () => {
  const { app, memory } = stubApp();
  const bare = await app.request("/api/v1/edits/edt_1/approve", { method: "PUT" });
  const typed = await app.request("/api/v1/edits/edt_1/approve", { ...post(""), method: "PUT" });
  expect([bare.status, typed.status]).toEqual([200, 200]);
  expect(memory.calls.map((call) => call.input)).toEqual([{ edit_id: "edt_1" }, { edit_id: "edt_1" }]);
});

test("a path answers other methods with 405 and says which it takes", async () => {
  const { app } = stubApp();
  const wrong = await app.request("/api/v1/events", { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
  expect(await wrong.json()).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
  const put = await app.request("/api/v1/edits/bulk", { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS, POST"]);
});

test("routes that are no operations have their methods too", async () => {
  const { app } = stubApp();
  for (const path of ["/livez", "/docs", "/metrics"]) {
    const wrong = await app.request(path, { method: "POST" });
    expect([path, wrong.status, wrong.headers.get("allow")]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
  }
});

test("HEAD answers as GET without a body; OPTIONS names the methods", async () => {
  const { app } = stubApp();
  const head = await app.request("/api/v1/tasks", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  const options = await app.request("/api/v1/tasks", { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS, POST"]);
  expect((await app.request("/nothing", { method: "OPTIONS" })).status).toBe(404);
});

test("without auth the X- headers say who calls; with auth they are ignored", async () => {
  const headers = { "x-tenant-id": "t", "x-user-id": "u", "x-agent-id": "a" };
  const open = stubApp();
  await open.app.request("/api/v1/status", { headers });
  expect(open.memory.calls[0]?.credential).toEqual({
    kind: "local",
    tenantId: "t",
    userId: "u",
    agentId: "a",
  });

  const closed = stubApp({ PALIMPSEST_AUTH: "required" });
  const refused = await closed.app.request("/api/v1/status", { headers });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  await closed.app.request("/api/v1/status", {
    headers: { ...headers, authorization: "Bearer pal_k.s-e_c" },
  });
  expect(closed.memory.calls.at(-1)?.credential).toEqual({ kind: "bearer", token: "pal_k.s-e_c" });
});

test("a trace is continued under a new span, and a broken one is replaced", async () => {
  const { app, memory } = stubApp();
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const sent = `00-${trace}-00f067aa0ba902b7-01`;
  const kept = await app.request("/api/v1/status", {
    headers: { traceparent: sent, "x-request-id": "abc-1" },
  });
  expect(kept.headers.get("traceparent")).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(kept.headers.get("traceparent")).not.toBe(sent);
  expect(kept.headers.get("x-request-id")).toBe("abc-1");
  const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
  const secret = await app.request("/livez", { headers: { "x-request-id": key } });
  expect(secret.headers.get("x-request-id")).toMatch(/^req_/);
  expect(memory.calls[0]).toMatchObject({ traceId: trace, requestId: "abc-1" });

  for (const broken of [`ff-${trace}-00f067aa0ba902b7-01`, `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, "x"]) {
    const fresh = await app.request("/api/v1/status", {
      headers: { traceparent: broken, "x-request-id": "a b" },
    });
    expect(fresh.headers.get("traceparent")).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(fresh.headers.get("x-request-id")).toMatch(/^req_/);
  }
});

test("an idempotency key reaches dispatch, and a replayed answer says so", async () => {
  const { app, memory } = stubApp();
  const first = await app.request("/api/v1/memories", post({ text: "x" }, { "idempotency-key": "one" }));
  const again = await app.request("/api/v1/memories", post({ text: "x" }, { "idempotency-key": "again" }));
  expect(memory.calls[0]?.idempotencyKey).toBe("one");
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

test("an unknown error is masked for the caller and logged without what it says", async () => {
  const { app, memory, logged } = stubApp();
  memory.failure = new Error("duplicate key value (ada@example.com) at row");
  const response = await app.request("/api/v1/memories", post({ text: "the secret garden" }));
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text).error.code).toBe("INTERNAL");
  expect(text).not.toContain("ada@example.com");
  const log = logged.join("");
  expect(log).toContain('"operation":"remember"');
  expect(log).toContain(response.headers.get("x-request-id"));
  expect(log).not.toMatch(/ada@example\.com|secret garden/);
});

test("an outage is 503 with Retry-After", async () => {
  const { app, memory } = stubApp();
  memory.failure = new PalimpsestError("UNAVAILABLE", "The database is not reachable.", { retryAfter: 2.4 });
  const response = await app.request("/api/v1/status");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "3"]);
});

test("answers are for their reader alone", async () => {
  const { app } = stubApp();
  const { headers } = await app.request("/api/v1/status");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("requests are counted by operation and status", async () => {
  const { app } = stubApp();
  await app.request("/api/v1/status");
  await app.request("/api/v1/tasks?limit=0");
  await app.request("/some/path/nobody/has");
  const text = await (await app.request("/metrics")).text();
  expect(text).toContain('palimpsest_http_requests_total{operation="status",status="200"} 1');
  expect(text).toContain('palimpsest_http_requests_total{operation="listTasks",status="400"} 1');
  expect(text).toContain('palimpsest_http_requests_total{operation="none",status="404"} 1');
  expect(text).not.toContain("nobody");
});

test("/livez answers whatever the database does; /readyz and /health say what fails", async () => {
  const { app } = stubApp(
    {},
    {
      probes: [
        { name: "database", run: async () => undefined },
        { name: "schema", run: () => Promise.reject(new Error("behind; run palimpsest migrate up")) },
      ],
    },
  );
  expect((await app.request("/livez")).status).toBe(200);
  const ready = await app.request("/readyz");
  expect([ready.status, await ready.text()]).toEqual([503, "not ready\nok database\nfailed schema\n"]);
  const health = await app.request("/health");
  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({
    status: "degraded",
    mode: { engine: "embedded", auth: "none" },
    checks: [
      { name: "database", ok: true },
      { name: "schema", ok: false, problem: "behind; run palimpsest migrate up" },
    ],
  });
});

test("/health tells strangers whether a check fails, not what is wrong", async () => {
  const probes = [{ name: "database", run: () => Promise.reject(new Error("no host db.internal")) }];
  const { app } = stubApp({ PALIMPSEST_AUTH: "required" }, { probes });
  const { checks } = (await (await app.request("/health")).json()) as { checks: object[] };
  expect(checks).toEqual([{ name: "database", ok: false }]);
});

test("while draining it answers, asks to be left, and is not ready", async () => {
  const { app } = stubApp({}, { draining: () => true });
  const answer = await app.request("/api/v1/status");
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect((await app.request("/readyz")).status).toBe(503);
});
