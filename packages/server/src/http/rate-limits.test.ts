import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { wholePolicy } from "../../../core/src/policy/testing/whole-policy.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

describe.each(engines)("limits of the policy on $name", (engine) => {
  let real: RealApp;
  let version = 1;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const apply = async (limits: string) => {
    const yaml = wholePolicy(`version: ${version++}\nlimits: ${limits}`);
    expect((await real.app.request("/v1/policy/apply", post({ yaml }))).status).toBe(200);
  };
  const as = (agent: string) => ({ headers: { "x-agent-id": agent } });
  const read = (agent: string) => real.app.request("/api/v1/tags", as(agent));
  const write = (agent: string, text: string) => {
    const { headers, ...rest } = post({ text });
    return real.app.request("/api/v1/memories", { ...rest, headers: { ...headers, "x-agent-id": agent } });
  };

  test("are told with every answer", async () => {
    const answer = await read("ada");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("60000");
    expect(answer.headers.get("x-ratelimit-remaining")).toBe("59999");
    const reset = Number(answer.headers.get("x-ratelimit-reset")) - Date.now() / 1_000;
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(61);
    const written = await write("ada", "");
    expect(written.status).toBe(400);
    expect(written.headers.get("x-ratelimit-limit")).toBe("30000");
  });

  test("hold for each caller and class, and leave the policy within reach", async () => {
    await apply("{ rate: { read: { requests: 2, per: 1h }, admin: { requests: 1, per: 24h } } }");
    expect([(await read("bob")).status, (await read("bob")).status]).toEqual([200, 200]);
    const refused = await read("bob");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      error: { code: "RATE_LIMIT" },
      request_id: expect.any(String),
    });
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await read("cat")).status).toBe(200);
    expect((await write("bob", "Bob may still write")).status).toBe(201);
    for (let at = 0; at < 3; at++) expect((await read("bob")).status).toBe(429);
    await apply("{ rate: { read: { requests: 1000, per: 1h } } }");
    expect((await read("bob")).status).toBe(200);
    const { entries } = (await (
      await real.app.request("/api/v1/audit?actor_id=bob&operation=listTags")
    ).json()) as { entries: { code: string | null; times: number }[] };
    // A flood does not fill the audit log: the first is an entry, the others are one with their number.
    const inLog = entries.filter(({ code }) => code === "RATE_LIMIT").map(({ times }) => times);
    expect(inLog.sort()).toEqual([1, 3]);
  });

  test("let only so many calls of a caller run at once", async () => {
    await apply("{ concurrency: 2 }");
    const answers = await Promise.all(Array.from({ length: 12 }, () => write("dan", "One of many at once")));
    const codes = answers.map(({ status }) => status);
    expect(codes.filter((code) => code === 201).length).toBeGreaterThanOrEqual(2);
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0);
    expect(answers.find(({ status }) => status === 429)!.headers.get("retry-after")).toBe("1");
    expect((await write("dan", "One alone")).status).toBe(201);
  });
});
