import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { mcpClient } from "./testing/mcp-client.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

const said = (n: number, content: object = {}) => ({
  session_id: "long-chat",
  channel: "private",
  actor_type: "human",
  actor_id: "ada",
  kind: "message",
  sensitivity: "none",
  tags: ["chat", "imported"],
  occurred_at: "2026-05-04T09:00:00Z",
  refs: [],
  content: {
    text: `Turn ${n} of the chat`,
    scope: "user",
    subject_type: "user",
    subject_id: "ada",
    ...content,
  },
});
const turns = (count: number) => Array.from({ length: count }, (_, n) => said(n));
const numbers = (count: number) => Array.from({ length: count }, () => 1);
const nested = (values: number) =>
  Array.from({ length: Math.ceil(values / 900) }, (_, n) => numbers(Math.min(900, values - n * 900)));

describe.each(engines)("large bodies on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const send = async (path: string, body: Record<string, unknown>) => {
    const response = await real.app.request(`/api/v1/${path}`, post(body));
    const answer = (await response.json()) as { recorded: number; error?: { code: string } };
    return { status: response.status, recorded: answer.recorded, code: answer.error?.code };
  };

  it("hold 1,000 events with all their fields, over HTTP and MCP", async () => {
    expect(await send("events/batch", { events: turns(1_000) })).toMatchObject({ recorded: 1_000 });
    const call = await mcpClient(real.memory, { "x-agent-id": "bot" });
    const { answer } = await call("record_events", { events: turns(1_000) });
    expect(answer).toMatchObject({ recorded: 1_000 });
    expect((await send("events/batch", { events: turns(1_001) })).code).toBe("VALIDATION_ERROR");
  });

  it("hold an output of 3 MB, and are refused past the limits of an event and of other operations", async () => {
    const output = "line of a log\n".repeat(220_000);
    const event = { ...said(1, { output, excerpt_text: "A log" }), kind: "tool_result" };
    expect(await send("events", event)).toMatchObject({ status: 201 });
    expect((await send("events", said(2, { more: nested(10_001) }))).code).toBe("PAYLOAD_TOO_LARGE");
    expect((await send("events", said(2, { output: "x".repeat(17_000_000) }))).code).toBe(
      "PAYLOAD_TOO_LARGE",
    );
    expect((await send("recall", { query: "a log", pad: "x".repeat(1_100_000) })).code).toBe(
      "PAYLOAD_TOO_LARGE",
    );
    expect((await send("recall", { query: "a log", pad: nested(10_001) })).code).toBe("PAYLOAD_TOO_LARGE");
  });
});
