import { expect, test } from "vitest";
import type { McpHandler } from "../../surface/mcp-handler.js";
import { post, stubApp } from "../testing/stub-memory.js";

function withMcp() {
  const seen: { request: Request; body: string }[] = [];
  const mcp: McpHandler = async (request, { readBody } = {}) => {
    seen.push({ request, body: (await readBody?.()) ?? "" });
    return Response.json({ jsonrpc: "2.0" });
  };
  return { ...stubApp({}, { mcp }), seen };
}

test("a message reaches the handler whole, under the ids of its request", async () => {
  const { app, seen } = withMcp();
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const response = await app.request(
    "/mcp?tools=governance",
    post(message, { authorization: "Bearer pal_x" }),
  );
  expect(response.status).toBe(200);
  expect(seen[0]?.body).toBe(message);
  expect(new URL(seen[0]!.request.url).search).toBe("?tools=governance");
  expect(seen[0]?.request.headers.get("authorization")).toBe("Bearer pal_x");
  expect(seen[0]?.request.headers.get("x-request-id")).toBe(response.headers.get("x-request-id"));
});

test("what is too large, too deep, not UTF-8 or would be dropped never reaches the handler", async () => {
  const { app, seen } = withMcp();
  const status = async (body: string | Uint8Array<ArrayBuffer>) =>
    (await app.request("/mcp", post(body))).status;
  expect(await status("[".repeat(7_000) + "]".repeat(7_000))).toBe(400);
  expect(await status(`"${"x".repeat(4 * 1_024 ** 2)}"`)).toBe(413);
  expect(await status(new Uint8Array([0x22, 0xff, 0x22]))).toBe(400);
  expect(await status('{"params":{"arguments":{"query":"x","__proto__":{}}}}')).toBe(400);
  expect(seen).toHaveLength(0);
});

test("a document may be as large as over REST, and nothing else may", async () => {
  const { app, seen } = withMcp();
  const call = (name: string, chars: number) =>
    JSON.stringify({ method: "tools/call", params: { name, arguments: { content: "x".repeat(chars) } } });
  const status = async (body: string) => (await app.request("/mcp", post(body))).status;
  for (const tool of ["ingest", "artifact_ingest"]) expect(await status(call(tool, 10_000_000))).toBe(200);
  expect(seen.map(({ body }) => body.length > 10_000_000)).toEqual([true, true]);
  expect(await status(call("remember", 5_000_000))).toBe(413);
  expect(await status(call("ingest", 64 * 1_024 ** 2))).toBe(413);
  expect(seen).toHaveLength(2);
});

test.each<Record<string, string>>([
  { "content-encoding": "gzip" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "text/plain" },
])("a body in another form never reaches the handler: %o", async (headers) => {
  const { app, seen } = withMcp();
  const response = await app.request("/mcp", post("{}", headers));
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ error: { code: "UNSUPPORTED_MEDIA_TYPE" } });
  expect(seen).toHaveLength(0);
});

test("broken JSON is the protocol's to refuse", async () => {
  const { app, seen } = withMcp();
  expect((await app.request("/mcp", post("{nonsense"))).status).toBe(200);
  expect(seen[0]?.body).toBe("{nonsense");
});
