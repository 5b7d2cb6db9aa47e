import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { PalimpsestError } from "@palimpsest/contract";
import { type Memory, openMemory } from "@palimpsest/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readyDataDir } from "../cli/testing/palimpsest.js";
import { loadConfig, toMemoryOptions } from "../config/index.js";
import { errorResult } from "./answer/tool-result.js";
import { type CalledTool, mcpHttp } from "./mcp-http.js";

type Headers_ = Record<string, string>;
const textOf = (result: { content: unknown }) => (result.content as { text: string }[])[0]?.text ?? "";

let memory: Memory;
const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir() });
beforeAll(async () => {
  memory = await openMemory(toMemoryOptions(config));
});
afterAll(() => memory.close());

const called: CalledTool[] = [];

/** A real client whose requests go straight to the handler. */
async function connect(query: string, headers: Headers_ = {}, negotiation: "legacy" | "auto" = "auto") {
  const handle = mcpHttp(memory, config, undefined, (call) => called.push(call));
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1/mcp${query}`), {
    fetch: (url, init) => handle(new Request(url, init)),
    requestInit: { headers },
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: negotiation } });
  await client.connect(transport);
  return client;
}

const post = (query = "", headers: Headers_ = {}, auth: "none" | "required" = "none") => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const all = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return mcpHttp(memory, { ...config, auth })(
    new Request(`http://127.0.0.1/mcp${query}`, { method: "POST", headers: all, body }),
  );
};

describe.each(["legacy", "auto"] as const)("a client that negotiates %s", (negotiation) => {
  it("remembers, recalls and sees its own name", async () => {
    const client = await connect("", { "x-agent-id": `bot-${negotiation}` }, negotiation);
    const text = `The ${negotiation} client prefers green tea in the morning.`;
    const made = await client.callTool({ name: "remember", arguments: { text } });
    expect(made.structuredContent).toMatchObject({ kind: "chunk", status: "created" });
    const found = await client.callTool({ name: "recall", arguments: { query: `${negotiation} green tea` } });
    expect(found.isError).not.toBe(true);
    expect(textOf(found)).toContain(text);
    const status = await client.callTool({ name: "status", arguments: {} });
    expect(status.structuredContent).toMatchObject({
      you: { principal_id: `bot-${negotiation}`, type: "agent" },
    });
    await client.close();
  });
});

it("says once in words, and once as a number, how long to wait", () => {
  const refused = errorResult(new PalimpsestError("RATE_LIMIT", "Too many calls.", { retryAfter: 6.5 }));
  expect(refused).toMatchObject({ _meta: { "palimpsest/retry_after": 7 }, isError: true });
  expect(textOf(refused)).toBe("RATE_LIMIT: Too many calls.\nTry again in 7 s.");
});

it("tells with every answer where the caller stands with its rate limit", async () => {
  const client = await connect("", { "x-agent-id": "counted" });
  const call = async (text: string) => {
    const { _meta, isError } = await client.callTool({ name: "remember", arguments: { text } });
    return { isError, rate: _meta?.["palimpsest/rate_limit"] };
  };
  const reset = expect.any(Number);
  expect(await call("Counted once")).toEqual({
    isError: undefined,
    rate: { limit: 30_000, remaining: 29_999, reset },
  });
  expect(await call("")).toEqual({ isError: true, rate: { limit: 30_000, remaining: 29_998, reset } });
  await client.close();
});

it("counts and audits a page once that was asked for again because too little of it fits", async () => {
  const client = await connect("?tools=all", { "x-agent-id": "pager" });
  const text = "Herons wait for fish at the pond. ".repeat(100);
  for (let n = 0; n < 25; n++)
    await client.callTool({ name: "remember", arguments: { text: `${n}: ${text}` } });
  const page = await client.callTool({ name: "list", arguments: { limit: 25 } });
  const { memories, next_cursor } = page.structuredContent as { memories: unknown[]; next_cursor?: string };
  expect(memories.length).toBeLessThan(25);
  expect(next_cursor).toEqual(expect.any(String));
  expect(page._meta?.["palimpsest/rate_limit"]).toMatchObject({ limit: 60_000, remaining: 59_999 });
  await memory.services.audit.flush();
  const { output } = await memory.dispatch({
    operation: "listAudit",
    input: { operation: "listMemories", actor_id: "pager" },
    credential: { kind: "local" },
    surface: "sdk",
  });
  expect(output.entries).toHaveLength(1);
  await client.close();
});

it("takes a caller that names nobody for an agent, who may propose and not approve", async () => {
  const client = await connect("?tools=all");
  const status = await client.callTool({ name: "status", arguments: {} });
  expect(status.structuredContent).toMatchObject({
    you: { principal_id: "mcp", type: "agent", role: "writer" },
  });
  const approved = await client.callTool({ name: "approve_edit", arguments: { edit_id: "edt_1" } });
  expect(textOf(approved)).toMatch(/^FORBIDDEN: /);
});

it("serves the toolsets that the address asks for", async () => {
  const names = async (query: string) =>
    (await (await connect(query)).listTools()).tools.map(({ name }) => name);
  expect(await names("")).not.toContain("bulk_edit");
  expect(await names("?tools=governance")).toContain("bulk_edit");
  expect(await names("?tools=recall&tools=status")).toEqual(["recall", "status"]);
  expect(await names("?tools=core,events,governance,heart,coala,pce")).toEqual(await names("?tools=all"));
});

it("refuses a toolset that does not exist", async () => {
  for (const query of [
    ...["?tools=everything", "?toolsets=everything", "?toolsets=pce", "?tool=recall", "?tools=core&x=1"],
    ...["?tools=core&tools=everything", "?tools=pce.memory.nothing"],
  ]) {
    const response = await post(query);
    expect(response.status, query).toBe(400);
    const { error } = (await response.json()) as { error: { details: { message: string }[] } };
    expect(error, query).toMatchObject({
      ...{ code: "VALIDATION_ERROR", message: expect.stringMatching(/Toolsets: core, .*all\. Each tool/) },
    });
    const said = error.details.map(({ message }) => message);
    expect(said, query).toContain(
      "core has remember, recall, list, correct, forget, ingest, context, status",
    );
  }
});

it("asks for a key where auth is required, and says where its kind is described", async () => {
  for (const headers of [
    {},
    { authorization: "Bearer pal_forged" },
    { "x-agent-id": "spoofed" },
  ] as Headers_[]) {
    const response = await post("", headers, "required");
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain(
      'resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"',
    );
  }
});

it("describes itself as a protected resource", async () => {
  const url = "http://127.0.0.1/.well-known/oauth-protected-resource";
  const response = await mcpHttp(memory, { ...config, auth: "required", jwtIssuer: "https://id.example" })(
    new Request(url),
  );
  expect(await response.json()).toMatchObject({
    resource: "http://127.0.0.1/mcp",
    authorization_servers: ["https://id.example"],
  });
});

it.each([{}, { protocolVersion: 5, capabilities: {}, clientInfo: { name: "x", version: "1" } }])(
  "answers a malformed initialize as such: %o",
  async (params) => {
    const request = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    for (const body of [request, [request]]) {
      const response = await mcpHttp(
        memory,
        config,
      )(
        new Request("http://127.0.0.1/mcp", {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
          body: JSON.stringify(body),
        }),
      );
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32_602 } });
    }
  },
);

it("answers a wrong argument in our words", async () => {
  const client = await connect("");
  const result = await client.callTool({ name: "recall", arguments: { query: "x", evil: true } });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/^VALIDATION_ERROR: /);
});

it("shows a capsule to nobody but its audience", async () => {
  const author = await connect("?tools=all", { "x-agent-id": "author" });
  const made = await author.callTool({
    name: "remember",
    arguments: { text: "Capsules travel between agents." },
  });
  const { memory_id } = made.structuredContent as { memory_id: string };
  const created = await author.callTool({
    name: "create_capsule",
    arguments: {
      subject_type: "project",
      subject_id: "p",
      scope: "project",
      audience_agent_ids: ["friend"],
      items: { chunks: [memory_id] },
    },
  });
  const { capsule_id } = created.structuredContent as { capsule_id: string };
  const open = async (agent: string) =>
    (await connect("?tools=all", { "x-agent-id": agent })).callTool({
      name: "get_capsule",
      arguments: { capsule_id },
    });
  expect(textOf(await open("friend"))).toContain("Capsules travel");
  expect(textOf(await open("stranger"))).toMatch(/^NOT_FOUND: /);
});

it("tells which document a call was about, and none of its words", async () => {
  const client = await connect("?tools=ingest");
  const result = await client.callTool({
    name: "ingest",
    arguments: { content: "Decision: a quoll stays." },
  });
  const { artifact_uid, revision_id } = JSON.parse(textOf(result));
  expect(called.at(-1)).toEqual({
    ...{ operation: "ingestArtifact", artifact_uid, revision_id },
    requestId: expect.stringMatching(/./),
  });
  await client.close();
});
