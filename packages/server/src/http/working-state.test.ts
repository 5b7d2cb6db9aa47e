import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";

interface Answer {
  value: unknown;
  count: number;
  total_count: number;
  error: { code: string; message: string };
}

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe.each(engines)("working state over HTTP on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (method: string, path: string, body?: string) => {
    const headers = { "x-agent-id": "bot", "content-type": "application/json" };
    const response = await real.app.request(`/v1/memory/working/${path}`, { method, headers, body });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  test("a whole number that would lose digits is refused, and named", async () => {
    const sent = await call("PUT", "exact/ids", '{"value":{"tweet_id":1234567890123456789}}');
    expect(sent).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "VALIDATION_ERROR",
          message: "value.tweet_id is a whole number that would lose digits; send it as text.",
        },
      },
    });
    expect((await call("GET", "exact/ids")).status).toBe(404);
  });
  const put = (path: string, value: unknown) => call("PUT", path, JSON.stringify({ value }));

  test.each([
    "a/b/c",
    "../p",
    "a/..",
    "...",
    "a.b",
    "ключ 日本 😀",
    "100%",
    "%2F",
    "?q=1#x",
    `q'"\\;--`,
    "x".repeat(255),
    "😀".repeat(255),
  ])("a key such as %j stands in the path", async (key) => {
    const path = `plan/${encodeURIComponent(key)}`;
    expect(await put(path, key)).toMatchObject({ status: 200, body: { key, value: key, version: 1 } });
    expect(await call("GET", path)).toMatchObject({ status: 200, body: { key, value: key } });
    expect(await call("DELETE", path)).toMatchObject({ body: { plan_id: "plan", key, deleted: true } });
  });

  test.each([
    ["DELETE", "kept/"],
    ["DELETE", "kept/."],
    ["DELETE", "kept/.."],
    ["DELETE", "kept/%2e%2e"],
    ["DELETE", "kept/%2E"],
    ["DELETE", "kept/x/.."],
    ["DELETE", "kept//"],
    ["DELETE", "kept/%00"],
    ["DELETE", "kept/%20"],
    ["DELETE", "kept/%0A"],
    ["DELETE", "kept/%FF"],
    ["DELETE", `kept/${"x".repeat(256)}`],
    ["DELETE", `${"x".repeat(101)}`],
    ["DELETE", "kept?key="],
    ["DELETE", "kept?key=a"],
    ["PUT", "kept/.."],
    ["PUT", `kept/${"x".repeat(256)}`],
    ["GET", "kept/"],
  ])("%s %s is refused and clears nothing", async (method, path) => {
    await put("kept/a", 1);
    const { status } = await call(method, path, method === "PUT" ? `{"value":1}` : undefined);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await call("GET", "kept")).toMatchObject({ body: { total_count: 1 } });
  });

  test("clears no other plan by dots that the path is sent with", async () => {
    await put("kept/a", 1);
    const sent = { incoming: { url: "/v1/memory/working/other/../kept" } } as never;
    const response = await real.app.request("/v1/memory/working/kept", { method: "DELETE" }, sent);
    expect(response.status).toBe(400);
    expect(await call("GET", "kept")).toMatchObject({ body: { total_count: 1 } });
  });

  test("refuses values that are too deep or too large, and ones that are missing", async () => {
    const send = async (body: string) => (await call("PUT", "limits/k", body)).body.error?.code;
    expect(await send(`{"value":${nested(1_000)}}`)).toBe("TOO_DEEP");
    expect(await send(`{"value":${nested(31)}}`)).toBeUndefined();
    expect(await send(`{"value":"${"x".repeat(300_000)}"}`)).toBe("PAYLOAD_TOO_LARGE");
    expect(await send("{}")).toBe("VALIDATION_ERROR");
    expect(await send(`{"value":1,"ttl":5}`)).toBe("VALIDATION_ERROR");
    expect(await call("POST", "limits/k", `{"op":"increment"}`)).toMatchObject({
      status: 409,
      body: { error: { code: "CONFLICT", message: expect.stringContaining('"k"') } },
    });
  });

  test("does a change once for one idempotency key", async () => {
    const increment = async () => {
      const headers = { "x-agent-id": "bot", "content-type": "application/json", "idempotency-key": "once" };
      const init = { method: "POST", headers, body: `{"op":"increment"}` };
      return (await (await real.app.request("/v1/memory/working/plan/once", init)).json()) as Answer;
    };
    expect([(await increment()).value, (await increment()).value]).toEqual([1, 1]);
  });
});
