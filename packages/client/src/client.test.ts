import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { type ClientOptions, PalimpsestClient, PalimpsestClientError } from "./index.js";

type Reply = (request: IncomingMessage, response: ServerResponse) => void;
interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that gives the replies in turn, the last one for ever. */
async function serverOf(...replies: Reply[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      replies[Math.min(seen.length, replies.length) - 1]?.(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    seen,
    url,
    client: (options: Partial<ClientOptions> = {}) => new PalimpsestClient({ url, ...options }),
  };
}

/** An address where a server was, a moment ago. */
async function closedUrl(): Promise<string> {
  const { url } = await serverOf();
  for (const close of closers.splice(0)) close();
  return url;
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  answer(
    status,
    { error: { code, message: "says why", details: [{ message: "d" }] }, request_id: "req_1", trace_id: "t" },
    headers,
  );
const hangUp: Reply = (request) => void request.socket.destroy();
const hang: Reply = () => {};
const ok = answer(200, { memories: [], total_count: 0, mode: "words" });

it("puts path parameters into the path, the rest of a GET into the query, of a POST into the body", async () => {
  const { seen, client } = await serverOf(ok);
  const api = client({ key: "pal_x", tenantId: "t1", agentId: "a1" });
  await api.chunkTimeline({ chunk_id: "chk_a:1", window_seconds: 5, include_quarantined: true });
  await api.correct({ memory_id: "chk_1", text: "new", reason: "wrong" });
  await api.status();
  expect(seen.map((s) => `${s.method} ${s.url}`)).toEqual([
    "GET /api/v1/chunks/chk_a%3A1/timeline?window_seconds=5&include_quarantined=true",
    "POST /api/v1/memories/chk_1/correct",
    "GET /api/v1/status",
  ]);
  expect(JSON.parse(seen[1]?.body ?? "")).toEqual({ text: "new", reason: "wrong" });
  expect(seen[0]?.headers).toMatchObject({
    authorization: "Bearer pal_x",
    "x-tenant-id": "t1",
    "x-agent-id": "a1",
  });
});

it("sends one idempotency key for all attempts of a write, and none for a read", async () => {
  const { seen, client } = await serverOf(
    hangUp,
    failure(503, "UNAVAILABLE"),
    answer(201, { memory_id: "chk_1" }),
    ok,
  );
  await expect(client().remember({ text: "x" })).resolves.toEqual({ memory_id: "chk_1" });
  await client().recall({ query: "x" });
  const keys = seen.map((s) => s.headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[0], undefined]);
});

it("waits for the self-test past its usual timeout, and starts it once", async () => {
  const later: Reply = (request, response) => void setTimeout(() => ok(request, response), 300);
  const { seen, client } = await serverOf(later, failure(503, "UNAVAILABLE"));
  const hasty = client({ timeoutMs: 20 });
  await expect(hasty.selftestIsolation({})).resolves.toBeDefined();
  await expect(hasty.selftestIsolation({})).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(seen).toHaveLength(2);
});

it.each([
  ["a lost connection", hangUp],
  ["no answer in time", hang],
  ["a proxy's 503", answer(503, "<h1>busy</h1>")],
])("leaves one receipt at most, whatever becomes of the answer: %s", async (_, reply) => {
  const { seen, client } = await serverOf(reply);
  await expect(client({ timeoutMs: 500 }).context({ query: "x" })).rejects.toThrow();
  expect(seen).toHaveLength(1);
  expect(seen[0]?.headers["idempotency-key"]).toBeUndefined();
});

it("repeats a read that leaves a receipt if the server says that it did not run it", async () => {
  const bundle = { acb_id: "acb_1", prompt: "", total_tokens: 0, omitted: 0 };
  const { seen, client } = await serverOf(
    failure(503, "UNAVAILABLE", { "retry-after": "0" }),
    answer(200, bundle),
  );
  await expect(client().context({ query: "x" })).resolves.toEqual(bundle);
  expect(seen).toHaveLength(2);
});

it("repeats a read that leaves a receipt if nobody was listening", async () => {
  let attempts = 0;
  const counting: typeof fetch = (...args) => {
    attempts += 1;
    return fetch(...args);
  };
  const api = new PalimpsestClient({ url: await closedUrl(), retries: 1, fetch: counting });
  await expect(api.context({ query: "x" })).rejects.toMatchObject({ code: "NETWORK" });
  expect(attempts).toBe(2);
});

it.each([
  ["a lost connection", hangUp],
  ["no answer in time", hang],
  ["a busy server", failure(503, "UNAVAILABLE", { "retry-after": "0" })],
])("makes one key at most, whatever becomes of the answer: %s", async (_, reply) => {
  const { seen, client } = await serverOf(reply);
  await expect(client({ timeoutMs: 500 }).createKey({ principal: "bot" })).rejects.toThrow();
  expect(seen).toHaveLength(1);
});

it("keeps the idempotency key that it is given", async () => {
  const { seen, client } = await serverOf(answer(201, { memory_id: "chk_1" }));
  await client().remember({ text: "x" }, { idempotencyKey: "mine" });
  expect(seen[0]?.headers["idempotency-key"]).toBe("mine");
});

it("gives the error the time that Retry-After asks for", async () => {
  const { client } = await serverOf(failure(503, "UNAVAILABLE", { "retry-after": "7" }));
  await expect(client({ retries: 0 }).recall({ query: "x" })).rejects.toMatchObject({ retryAfter: 7 });
});

it("does not wait for a server that asks for hours: the caller gets the error at once", async () => {
  const { seen, client } = await serverOf(failure(503, "UNAVAILABLE", { "retry-after": "99999999" }));
  await expect(client().recall({ query: "x" })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    retryAfter: 99_999_999,
  });
  expect(seen).toHaveLength(1);
});

it("gives up after its retries with the last error", async () => {
  const { seen, client } = await serverOf(failure(503, "UNAVAILABLE", { "retry-after": "0" }));
  await expect(client({ retries: 2 }).recall({ query: "x" })).rejects.toMatchObject({ status: 503 });
  expect(seen).toHaveLength(3);
});

it("never repeats what was refused, and says code, status, request and details", async () => {
  const { seen, client } = await serverOf(failure(409, "TOMBSTONED"));
  const error = await client()
    .remember({ text: "x" })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(PalimpsestClientError);
  expect(error).toMatchObject({
    code: "TOMBSTONED",
    status: 409,
    message: "says why",
    requestId: "req_1",
    details: [{ message: "d" }],
  });
  expect(seen).toHaveLength(1);
});

it.each([
  ["a page of HTML with status 200", answer(200, "<html>"), "INVALID_RESPONSE"],
  ["an empty body with status 200", answer(200, ""), "INVALID_RESPONSE"],
  ["a proxy's error page", answer(404, "<h1>nope</h1>"), "INVALID_RESPONSE"],
  ["JSON of another shape", answer(400, { error: "nope" }), "INVALID_RESPONSE"],
])("turns %s into a typed error", async (_, reply, code) => {
  const { client } = await serverOf(reply);
  await expect(client().recall({ query: "x" })).rejects.toMatchObject({ code });
});

it("stops waiting for a server that hangs", async () => {
  const { client } = await serverOf(hang);
  await expect(client({ retries: 0 }).recall({ query: "x" }, { timeoutMs: 50 })).rejects.toMatchObject({
    code: "TIMEOUT",
  });
});

it("says that nobody listens", async () => {
  const url = await closedUrl();
  const api = new PalimpsestClient({ url, retries: 0 });
  await expect(api.status()).rejects.toMatchObject({
    code: "NETWORK",
    message: expect.stringContaining(url),
  });
});

it("is aborted by the caller's signal, also between attempts, with the caller's reason", async () => {
  const { seen, client } = await serverOf(failure(503, "UNAVAILABLE", { "retry-after": "20" }));
  const reason = new Error("changed my mind");
  const controller = new AbortController();
  const call = client().recall({ query: "x" }, { signal: controller.signal });
  await Promise.all([
    expect(call).rejects.toBe(reason),
    vi.waitFor(() => expect(seen).toHaveLength(1), 60_000).then(() => controller.abort(reason)),
  ]);
  expect(seen).toHaveLength(1);
});

it("refuses to call a path with a hole in it", async () => {
  const api = new PalimpsestClient({ url: "http://127.0.0.1:1" });
  await expect(api.getEdit({ edit_id: "" })).rejects.toThrow("edit_id is needed");
});

it.each(["localhost:7077", "127.0.0.1:7077", "/api", "", "ftp://example.com"])(
  "refuses %j as an address at once, and says what one looks like",
  (url) => {
    expect(() => new PalimpsestClient({ url })).toThrow("url must begin with http:// or https://");
  },
);
