import { expect, test } from "vitest";
import { post, stubApp } from "../testing/stub-memory.js";

const paths = ["/api/v1/status", "/mcp", "/docs", "/openapi.json", "/metrics", "/livez", "/nothing"];
const withMcp = (env: Record<string, string> = {}) =>
  stubApp(env, { mcp: async () => new Response("mcp", { headers: { "content-type": "text/plain" } }) }).app;

test.each([
  ["evil.com"],
  ["evil.com:7077"],
  ["127.0.0.1.evil.com"],
  ["localhost.evil.com"],
  ["0.0.0.0"],
  [""],
])("Host %j is refused on every route", async (host) => {
  const app = withMcp();
  for (const path of paths) {
    const response = await app.request(path, { headers: { host } });
    expect([path, response.status]).toEqual([path, 403]);
  }
});

test.each([["localhost"], ["localhost:7077"], ["127.0.0.1:7077"], ["[::1]:7077"], ["LOCALHOST"]])(
  "Host %s is this machine",
  async (host) => {
    expect((await withMcp().request("/livez", { headers: { host } })).status).toBe(200);
  },
);

test("configured names are served besides loopback", async () => {
  const app = withMcp({ PALIMPSEST_ALLOWED_HOSTS: "memory.example.com" });
  expect((await app.request("/livez", { headers: { host: "memory.example.com:443" } })).status).toBe(200);
  expect((await app.request("/livez", { headers: { host: "other.example.com" } })).status).toBe(403);
});

test("a server for others, with auth, may be reached by any name unless names are listed", async () => {
  const env = { PALIMPSEST_HOST: "0.0.0.0", PALIMPSEST_AUTH: "required" };
  expect((await withMcp(env).request("/livez", { headers: { host: "10.1.2.3:7077" } })).status).toBe(200);
  const strict = withMcp({ ...env, PALIMPSEST_ALLOWED_HOSTS: "a.example.com" });
  expect((await strict.request("/livez", { headers: { host: "10.1.2.3:7077" } })).status).toBe(403);
});

test.each([
  ["http://evil.com"],
  ["null"],
  ["https://localhost.evil.com"],
  ["http://127.0.0.1:9999"],
  ["file://"],
  ["nonsense"],
])("Origin %s is refused on every route", async (origin) => {
  const app = withMcp();
  for (const path of paths) {
    const response = await app.request(path, { headers: { host: "127.0.0.1:7077", origin } });
    expect([path, response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      path,
      403,
      null,
    ]);
  }
});

test("a page of this server may call it, and gets no CORS headers", async () => {
  const headers = { host: "127.0.0.1:7077", origin: "http://127.0.0.1:7077" };
  const response = await withMcp().request("/api/v1/status", { headers });
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, null]);
});

test("a listed origin may preflight and read; no other, and never with a wildcard", async () => {
  const app = withMcp({ PALIMPSEST_ALLOWED_ORIGINS: "https://console.example.com" });
  const ask = (origin: string) =>
    app.request("/api/v1/events", {
      method: "OPTIONS",
      headers: { host: "localhost", origin, "access-control-request-method": "POST" },
    });
  const granted = await ask("https://console.example.com");
  expect(granted.status).toBe(204);
  expect(granted.headers.get("access-control-allow-origin")).toBe("https://console.example.com");
  expect(granted.headers.get("access-control-allow-methods")).toContain("POST");
  expect(granted.headers.get("access-control-allow-credentials")).toBeNull();
  const headers = granted.headers.get("access-control-allow-headers")?.split(", ");
  expect(headers).toEqual(
    expect.arrayContaining(["Authorization", "Idempotency-Key", "X-Agent-Id", "X-User-Id"]),
  );
  expect(granted.headers.get("vary")).toBe("Origin");
  const denied = await ask("https://console.example.com.evil.com");
  expect([denied.status, denied.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  const error = await app.request("/api/v1/events", {
    ...post("nonsense", { host: "localhost", origin: "https://console.example.com" }),
  });
  expect([error.status, error.headers.get("access-control-allow-origin")]).toEqual([
    400,
    "https://console.example.com",
  ]);
});
