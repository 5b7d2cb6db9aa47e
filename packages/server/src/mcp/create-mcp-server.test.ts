import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { contract, type OperationName, PalimpsestError, type Toolset } from "@palimpsest/contract";
import { countTokens } from "@palimpsest/core";
import { expect, it } from "vitest";
import { type CallOperation, createMcpServer } from "./create-mcp-server.js";

async function connect(
  call: CallOperation,
  tools: string[] = ["all"],
  onError?: (error: unknown) => void,
  names?: "dotted",
) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(call, { tools, names, onError }).connect(ours);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(theirs);
  return client;
}

const never: CallOperation = () => Promise.reject(new Error("not expected"));
const textOf = (result: { content: unknown }, at = 0) =>
  (result.content as { text: string }[])[at]?.text ?? "";

it.each<Toolset>(["core", "events", "governance", "heart", "coala", "pce"])(
  "lists the tools of %s, always the same",
  async (toolset) => {
    const client = await connect(never, [toolset]);
    const { tools } = await client.listTools();
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(
      `./testing/tools-${toolset}.json`,
    );
  },
);

it("keeps core at eight tools or fewer, and all is every set in one stable order", async () => {
  const toolsOf = async (...toolsets: Toolset[]) =>
    (await (await connect(never, toolsets)).listTools()).tools;
  expect((await toolsOf("core")).length).toBeLessThanOrEqual(8);
  expect(await toolsOf("governance", "events", "heart", "coala", "pce", "core")).toEqual(
    await toolsOf("all"),
  );
  for (const { name } of await toolsOf("all")) expect(name).toMatch(/^[a-z_]{1,64}$/);
});

it.each([undefined, "dotted"] as const)(
  "takes calls of pce tools with dots and without, listed %s",
  async (names) => {
    const called: OperationName[] = [];
    const call: CallOperation = async (operation) => {
      called.push(operation);
      throw new PalimpsestError("FORBIDDEN", "no");
    };
    const client = await connect(call, ["pce"], undefined, names);
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    expect(listed).toContain(names ? "pce.memory.boundary.validate" : "pce_memory_boundary_validate");
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((name) => name.includes("_") === (names === "dotted"))).toEqual([]);
    for (const name of ["pce.memory.boundary.validate", "pce_memory_boundary_validate"]) {
      await client.callTool({ name, arguments: { payload: "x" } });
    }
    expect(called).toEqual(["validateBoundary", "validateBoundary"]);
  },
);

it("advertises core in less than 5,400 tokens", async () => {
  const { tools } = await (await connect(never, ["core"])).listTools();
  expect(countTokens(JSON.stringify(tools))).toBeLessThan(5_400);
});

it("hands the arguments over untouched: unknown keys and absent defaults are for dispatch to judge", async () => {
  const calls: [OperationName, unknown][] = [];
  const client = await connect(async (operation, input) => {
    calls.push([operation, input]);
    throw new PalimpsestError("VALIDATION_ERROR", "Unrecognized key", {
      details: [{ path: "evil", message: "no" }],
    });
  });
  const result = await client.callTool({ name: "recall", arguments: { query: "x", evil: 1 } });
  expect(calls).toEqual([["recall", { query: "x", evil: 1 }]]);
  expect(result.isError).toBe(true);
  expect(textOf(result)).toBe("VALIDATION_ERROR: Unrecognized key\n- evil: no");
});

it.each([
  ["pce_memory_search", "items", "top_k"],
  ["list_plans", "plans", "limit"],
] as const)("pages on after what fits into an answer of %s", async (name, list, size) => {
  const stored = Array.from({ length: 40 }, (_, n) => ({
    id: n,
    text: `Herons wait for fish ${n} `.repeat(100),
  }));
  const client = await connect(async (_, input) => {
    const { cursor = "0", [size]: limit = 25 } = input as { cursor?: string; [size]?: number };
    const start = Number(cursor.slice(0, 2));
    const end = start + Number(limit);
    // Longer than any text that is cut.
    const next = end < stored.length ? { next_cursor: `${end} `.padEnd(3_000, "x") } : {};
    const page = { [list]: stored.slice(start, end), origins: stored.slice(start, end), ...next };
    return name.startsWith("pce_") ? { data: page, policy_version: "1.0.0" } : page;
  });
  const seen: number[] = [];
  let pages = 0;
  for (let cursor: string | undefined = "0"; cursor !== undefined; ) {
    const result = await client.callTool({ name, arguments: { query: "x", cursor } });
    expect(countTokens(textOf(result))).toBeLessThanOrEqual(8_000);
    expect(result.content).toHaveLength(1);
    const { data, ...rest } = JSON.parse(textOf(result));
    const page: Record<string, { id: number }[]> & { next_cursor?: string } = data ?? rest;
    pages++;
    seen.push(...page[list]!.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  // Some five items fit, each of them in both lists.
  expect(pages).toBeLessThan(20);
  expect(seen).toEqual(stored.map(({ id }) => id));
});

it("masks errors that are not ours, and tells the log", async () => {
  const seen: unknown[] = [];
  const secret = new Error("password=hunter2 at /srv/db");
  const client = await connect(
    () => Promise.reject(secret),
    ["core"],
    (error) => seen.push(error),
  );
  const result = await client.callTool({ name: "status", arguments: {} });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/^INTERNAL: /);
  expect(JSON.stringify(result)).not.toMatch(/hunter2|srv/);
  expect(seen).toEqual([secret]);
});

it("masks internal errors of ours too", async () => {
  const client = await connect(() =>
    Promise.reject(new PalimpsestError("INTERNAL", "table palimpsest.x is broken")),
  );
  expect(JSON.stringify(await client.callTool({ name: "status", arguments: {} }))).not.toContain(
    "palimpsest.x",
  );
});

it("gives the answer as structure and as text", async () => {
  const answer = { chunks: [], total_count: 0 };
  const client = await connect(async () => answer);
  const result = await client.callTool({ name: "search", arguments: { query: "x" } });
  expect(result.structuredContent).toEqual(answer);
  expect(JSON.parse(textOf(result))).toEqual(answer);
});

it("gives a context as the text it is made to be", async () => {
  const client = await connect(async () => ({
    acb_id: "acb_1",
    prompt: "# Rules",
    total_tokens: 2,
    omitted: 0,
  }));
  expect(textOf(await client.callTool({ name: "context", arguments: { query: "x" } }))).toBe("# Rules");
});

it("cuts a long answer to the tool's tokens, says so, and the client still finds it valid", async () => {
  const chunks = Array.from({ length: 100 }, (_, n) => ({
    chunk_id: `chk_${n}`,
    text: `The quarterly report ${n} was moved to another folder.`.repeat(10),
    ts: "2026-01-01T00:00:00Z",
    distance_seconds: n,
    writer: "agent:bot",
    speaker: null,
    speaker_is_claim: false,
  }));
  const client = await connect(async () => ({
    around_chunk_id: "chk_1",
    center_ts: "2026-01-01T00:00:00Z",
    window_seconds: 60,
    chunks,
  }));
  await client.listTools();
  const result = await client.callTool({ name: "timeline", arguments: { chunk_id: "chk_1" } });
  const maxTokens = contract.chunkTimeline.mcp?.maxTokens ?? 0;
  expect(countTokens(textOf(result)) + countTokens(textOf(result, 1))).toBeLessThanOrEqual(maxTokens);
  expect(textOf(result, 1)).toMatch(/^Cut to 6000 tokens: \d+ of 100 chunks left out\./);
  expect((result.structuredContent as { chunks: object[] }).chunks[0]).toMatchObject({
    said: "agent:bot (1 Jan)",
  });
});

it.each(["bulk_edit", "__proto__", "constructor", "toString"])(
  "refuses %s, which is no tool of the toolset",
  async (name) => {
    const client = await connect(never, ["core"]);
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(`Tool ${name} not found`);
  },
);
