import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { loadConfig } from "../config/index.js";
import { mcpHttp } from "../mcp/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

describe.each(engines)("the writer over HTTP and MCP on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (path: string, body: Record<string, unknown>, agent?: string) => {
    const init = post(body);
    const headers = { ...(init.headers as object), ...(agent ? { "x-agent-id": agent } : {}) };
    const response = await real.app.request(path, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const tool = async (name: string, args: object, agent?: string) => {
    const handle = mcpHttp(real.memory, loadConfig({}));
    const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp?tools=all"), {
      fetch: (url, init) => handle(new Request(url, init)),
      requestInit: { headers: agent ? { "x-agent-id": agent } : { "x-user-id": "ann" } },
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    return client.callTool({ name, arguments: args as Record<string, unknown> });
  };
  const event = (n: number) => ({
    ...{ session_id: "s", channel: "private", actor_type: "tool", actor_id: `tool${n}`, kind: "message" },
    content: { text: `Herons number ${n} by the weir` },
  });

  test("is the caller whoever is said to speak, fills three of ten, and is rolled back and suspended", async () => {
    for (let n = 0; n < 4; n++) await call("/api/v1/events", event(n), "rogue");
    for (let n = 4; n < 8; n++) await tool("record_event", event(n), "rogue");
    const query = { query: "herons weir", channel: "private" };
    const found = await call("/api/v1/recall", query, "reader");
    expect(found.body.memories).toHaveLength(3);
    expect(found.body).toMatchObject({
      left_out: expect.stringContaining("5 of agent:rogue"),
      memories: Array(3).fill(expect.objectContaining({ writer: "agent:rogue", speaker_is_claim: true })),
    });
    const recalled = await tool("recall", query, "reader");
    expect((recalled.structuredContent as { memories: object[] }).memories).toHaveLength(3);

    const back = { writer: "agent:rogue", op: "retract", reason: "poisoned", suspend: true };
    const undone = await tool("bulk_edit", back);
    expect(undone.structuredContent).toMatchObject({ matched: 8, edited: 8, rollback: { undone: 0 } });
    expect(JSON.stringify(undone.structuredContent)).not.toContain("job_id");
    expect((await call("/api/v1/recall", query, "reader")).body.memories).toEqual([]);
    expect(await call("/api/v1/events", event(9), "rogue")).toMatchObject({
      status: 403,
      body: { error: { code: "FORBIDDEN", message: expect.stringContaining("suspended") } },
    });
    expect((await tool("remember", { text: "still here" }, "rogue")).isError).toBe(true);
    expect(await call("/api/v1/principals/rogue/resume", {}, "rogue")).toMatchObject({ status: 403 });
    expect(await call("/api/v1/principals/rogue/resume", {})).toMatchObject({
      status: 200,
      body: { suspended_at: null },
    });
    expect((await call("/api/v1/events", event(10), "rogue")).status).toBe(201);
  });
});
