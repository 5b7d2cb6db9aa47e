import { contract, errorStatus } from "@palimpsest/contract";
import { describe, expect, test } from "vitest";
import { type Body, post, stubApp } from "./testing/stub-memory.js";

const { app, memory } = stubApp();
const event = {
  session_id: "s",
  channel: "private",
  actor_type: "human",
  actor_id: "ada",
  kind: "message",
  content: { text: "hello" },
};

async function refusal(path: string, init: RequestInit): Promise<string> {
  const before = memory.calls.length;
  const response = await app.request(path, init);
  const text = await response.text();
  const body = JSON.parse(text);
  expect(Object.keys(body)).toEqual(["error", "request_id", "trace_id", "policy_version"]);
  expect(Object.keys(body.error)).toEqual(["code", "message", "details"]);
  expect(body.policy_version).toBe("0.0.0-default");
  expect(response.headers.get("x-request-id")).toBe(body.request_id);
  expect(response.status).toBe(errorStatus[body.error.code as "INTERNAL"]);
  expect(text).not.toMatch(/node_modules|\.ts:|\.js:|stack/);
  expect(memory.calls.length - before).toBeLessThanOrEqual(1);
  return body.error.code;
}

const bytes = (...values: number[]) => new Uint8Array(values);

describe("bodies that are not JSON as agreed", () => {
  test.each<[string, Body, string]>([
    ["7,000 nested arrays", "[".repeat(7_000) + "]".repeat(7_000), "TOO_DEEP"],
    ["500,000 nested arrays", "[".repeat(500_000) + "]".repeat(500_000), "TOO_DEEP"],
    ["more than the limit", `{"a":"${"x".repeat(16 * 1_024 ** 2)}"}`, "PAYLOAD_TOO_LARGE"],
    ["the same key twice", '{"tenant_id":"A","tenant_id":"B"}', "INVALID_JSON"],
    ["truncated", '{"a":', "INVALID_JSON"],
    ["a trailing comma", '{"a":1,}', "INVALID_JSON"],
    ["a byte order mark", '\ufeff{"a":1}', "INVALID_JSON"],
    ["NaN", '{"a":NaN}', "INVALID_JSON"],
    ["Infinity", '{"a":Infinity}', "INVALID_JSON"],
    ["single quotes", "{'a':1}", "INVALID_JSON"],
    ["bytes that are not UTF-8", bytes(0x7b, 0x22, 0xff, 0x22, 0x7d), "INVALID_UNICODE"],
    ["an encoded surrogate", bytes(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), "INVALID_UNICODE"],
    ["null", "null", "VALIDATION_ERROR"],
    ["a list", "[]", "VALIDATION_ERROR"],
    ["a string", '"str"', "VALIDATION_ERROR"],
    ["a number", "0", "VALIDATION_ERROR"],
    ["nothing", "", "VALIDATION_ERROR"],
    ["only white space", " \n\t", "VALIDATION_ERROR"],
    ["an unknown field", JSON.stringify({ ...event, extra: 1 }), "VALIDATION_ERROR"],
  ])("%s", async (_, body, code) => {
    expect(await refusal("/api/v1/events", post(body))).toBe(code);
  });

  test("keys of Object.prototype pollute nothing", async () => {
    const body = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
    expect(await refusal("/api/v1/events", post(body))).toBe("VALIDATION_ERROR");
    expect(await refusal("/api/v1/tasks?__proto__=x", {})).toBe("VALIDATION_ERROR");
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test("a streamed body is counted, whatever Content-Length says", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const init = { ...post(endless, { "content-length": "10" }), duplex: "half" } as RequestInit;
    expect(await refusal("/api/v1/recall", init)).toBe("PAYLOAD_TOO_LARGE");
    expect(sent).toBeLessThan(2 * 1_024 ** 2);
  });

  test("a claimed length over the limit is refused before a byte is read", async () => {
    const body = new ReadableStream(
      { pull: () => Promise.reject(new Error("must not be read")) },
      { highWaterMark: 0 },
    );
    const init = { ...post(body, { "content-length": "300000000" }), duplex: "half" } as RequestInit;
    expect(await refusal("/api/v1/events", init)).toBe("PAYLOAD_TOO_LARGE");
  });
});

describe("headers", () => {
  test.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["application/json; charset=utf-16"],
    ["application/json5"],
    ["application/jsonx, application/json"],
  ])("Content-Type %s", async (type) => {
    expect(await refusal("/api/v1/events", post(event, { "content-type": type }))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  test("no Content-Type at all", async () => {
    const init = { method: "POST", body: new TextEncoder().encode(JSON.stringify(event)) };
    expect(await refusal("/api/v1/events", init)).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each([["gzip"], ["br"], ["identity"]])("Content-Encoding %s", async (encoding) => {
    const init = post(event, { "content-encoding": encoding });
    expect(await refusal("/api/v1/events", init)).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each([["application/json"], ["application/json; charset=utf-8"], ["Application/JSON;charset=UTF-8"]])(
    "%s is taken",
    async (type) => {
      expect((await app.request("/api/v1/events", post(event, { "content-type": type }))).status).toBe(201);
    },
  );

  test.each([
    ["two headers", "Bearer a, Bearer b"],
    ["nothing after the word", "Bearer "],
    ["only the word", "Bearer"],
    ["another scheme", "Basic YTpi"],
    ["a token of 9 KB", `bearer ${"a".repeat(9_000)}`],
    ["a token with spaces", "Bearer a b"],
    ["a token with a tab", "Bearer a\tb"],
    ["a token beyond ASCII", "Bearer \u00e9"],
  ])("Authorization with %s is not a credential", async (_, authorization) => {
    const before = memory.calls.length;
    expect(await refusal("/api/v1/status", { headers: { authorization } })).toBe("UNAUTHENTICATED");
    expect(memory.calls.length).toBe(before);
  });
});

describe("paths and query strings", () => {
  test.each([
    ["/api/v1/chunks/..%2f..%2fetc%2fpasswd/timeline", "VALIDATION_ERROR"],
    ["/api/v1/chunks/%2e%2e%2f/timeline", "VALIDATION_ERROR"],
    ["/api/v1/chunks/..%5C/timeline", "VALIDATION_ERROR"],
    ["/api/v1/chunks/%00/timeline", "VALIDATION_ERROR"],
    ["/api/v1/chunks/%ff/timeline", "INVALID_UNICODE"],
    ["/api/v1/chunks/../../etc/passwd", "NOT_FOUND"],
    ["/api/v1/nothing", "NOT_FOUND"],
    ["/api/v1/chunks//timeline", "NOT_FOUND"],
    ["/api/v1/tasks/", "NOT_FOUND"],
    ["/api/v1/tasks?limit=0", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=-1", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=201", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=1e9", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=1.5", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=%2010", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=10;drop", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=0x10", "VALIDATION_ERROR"],
    ["/api/v1/tasks?limit=1&limit=2", "VALIDATION_ERROR"],
    ["/api/v1/tasks?status=nothing", "VALIDATION_ERROR"],
    ["/api/v1/tasks?unknown=1", "VALIDATION_ERROR"],
    ["/api/v1/decisions?include_superseded=yes", "VALIDATION_ERROR"],
    ["/api/v1/decisions?include_superseded=1", "VALIDATION_ERROR"],
    ["/api/v1/chunks/chk_1/timeline?chunk_id=chk_2", "VALIDATION_ERROR"],
  ])("%s", async (path, code) => {
    expect(await refusal(path, {})).toBe(code);
  });

  test("a body field of the same name as a path parameter is refused", async () => {
    const init = { ...post({ memory_id: "chk_2", reason: "why" }) };
    expect(await refusal("/api/v1/memories/chk_1/forget", init)).toBe("VALIDATION_ERROR");
  });

  test("query parameters on a POST are refused, not ignored", async () => {
    expect(await refusal("/api/v1/events?session_id=x", post(event))).toBe("VALIDATION_ERROR");
  });
});

test("every operation refuses an unknown field and a body that is not an object", async () => {
  for (const { http } of Object.values(contract)) {
    const [method = "", path = ""] = http.split(" ");
    const at = path.replace(/:\w+/g, "x_1");
    const bodied = method === "POST" || method === "PUT";
    const unknown = bodied ? { ...post({ no_such_field: 1 }), method } : { method };
    expect(await refusal(bodied ? at : `${at}?no_such_field=1`, unknown), http).toBe("VALIDATION_ERROR");
    if (bodied) expect(await refusal(at, { ...post("[]"), method }), http).toBe("VALIDATION_ERROR");
  }
});
