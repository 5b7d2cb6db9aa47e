import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { loadConfig } from "../config/load-config.js";
import { mcpHttp } from "../mcp/mcp-http.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

/** It stands only in what was said in private, beside turns that everyone may read. */
const hidden = "xyzzyplugh";

describe.each(engines)("channels and scopes over REST and MCP on $name", (engine) => {
  let real: RealApp;
  let client: Client;
  beforeAll(async () => {
    real = await realApp(engine);
    const handle = mcpHttp(real.memory, loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere" }));
    const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp?tools=all"), {
      fetch: (url, init) => handle(new Request(url, init)),
      requestInit: { headers: { "x-agent-id": "mallory" } },
    });
    client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    await say("the heron stands in the pond", "public");
    await say(`the code word is ${hidden}`, "private");
    await say("an egret waits beside it", "public");
    await call("/api/v1/memories", { text: "the heron likes frogs", channel: "public", subject_id: "ada" });
  });
  afterAll(async () => {
    await client.close();
    await real.close();
  });

  const call = async (path: string, body: Record<string, unknown>, who: Record<string, string> = {}) =>
    JSON.stringify(await (await real.app.request(path, post(body, who))).json());
  const say = (text: string, channel: string) =>
    call("/api/v1/events", {
      ...{ session_id: "talk", channel, actor_type: "human", actor_id: "ann", kind: "message" },
      content: { text },
    });
  const tool = async (name: string, given: Record<string, unknown>) =>
    JSON.stringify((await client.callTool({ name, arguments: given })).structuredContent);
  const mallory = { "x-agent-id": "mallory" };

  test("what was said in private does not come out in public, nor its neighbours by its words", async () => {
    for (const channel of ["public", "team", "agent"]) {
      const answers = [
        await call("/api/v1/recall", { query: hidden, channel }, mallory),
        await call("/api/v1/chunks/search", { query: hidden, channel, explain: true }, mallory),
        await call("/api/v1/context", { query: hidden, channel, session_id: "other" }, mallory),
        await tool("recall", { query: hidden, channel }),
        await tool("search", { query: hidden, channel }),
        await tool("context", { query: hidden, channel, session_id: "other" }),
      ];
      for (const answer of answers) expect(answer).not.toMatch(/in the pond|egret|code word/);
      const window = await tool("context", { query: "heron", channel, session_id: "talk" });
      expect(window).toContain("an egret waits");
      expect(window).not.toContain(hidden);
    }
    expect(await tool("recall", { query: hidden })).toMatch(/heron.*egret|egret.*heron/);
  });

  test("a memory about somebody is in the contexts about them alone", async () => {
    const about = (subject_id?: string) =>
      tool("context", { query: "heron frogs", session_id: "other", subject_id });
    expect(await about("ada")).toContain("likes frogs");
    expect(await about("bob")).not.toContain("likes frogs");
    expect(await about()).not.toContain("likes frogs");
    const inputs = { query: "heron frogs", session_id: "other" };
    expect(await call("/api/v1/context", inputs, { "x-user-id": "ada" })).toContain("likes frogs");
    expect(await call("/api/v1/context", inputs, { "x-user-id": "bob" })).not.toContain("likes frogs");
    expect(await call("/api/v1/recall", { query: "frogs" }, { "x-user-id": "bob" })).toContain("likes frogs");
  });
});
