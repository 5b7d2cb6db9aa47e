import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, vi } from "vitest";
import {
  cleanEnv,
  command,
  palimpsest,
  readyDataDir,
  servedDataDir,
  start,
} from "../cli/testing/palimpsest.js";

const dataDir = await servedDataDir();

const textOf = (result: { content: unknown }) => (result.content as { text: string }[])[0]?.text ?? "";

async function connect(env: Record<string, string>, ...options: string[]) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...options],
    env,
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

it("remembers and recalls for a real client, as the agent it is told to be", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: dataDir, PALIMPSEST_AGENT_ID: "desk-bot" });
  const client = await connect(env, "--tools", "core,governance");
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(client.getInstructions()).toContain("long-term memory");
  const text = "Ada moved the release to the second of May.";
  expect((await client.callTool({ name: "remember", arguments: { text } })).isError).not.toBe(true);
  const found = await client.callTool({ name: "recall", arguments: { query: "when is the release" } });
  expect(textOf(found)).toContain(text);
  const { structuredContent, _meta } = await client.callTool({ name: "status", arguments: {} });
  expect(structuredContent).toMatchObject({ you: { principal_id: "desk-bot", type: "agent" } });
  const rate = { limit: 60_000, remaining: expect.any(Number), reset: expect.any(Number) };
  expect(_meta).toEqual({ "palimpsest/rate_limit": rate });
  const refused = await client.callTool({ name: "remember", arguments: { text: "" } });
  expect(refused).toMatchObject({
    ...{ isError: true, _meta: { "palimpsest/rate_limit": { ...rate, limit: 30_000 } } },
  });
  await client.close();
});

it("extracts the events of a document, though no server runs", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir(), POLL_INTERVAL_MS: "50" });
  const client = await connect(env, "--tools", "events");
  const call = async (name: string, input: object) => {
    const { structuredContent } = await client.callTool({ name, arguments: { ...input } });
    return structuredContent as Record<string, unknown>;
  };
  const content = "Decision: we use Postgres for the ledger.";
  const { artifact_uid } = await call("artifact_ingest", {
    ...{ artifact_type: "note", source_system: "test", content },
  });
  await vi.waitFor(
    async () => expect((await call("job_status", { artifact_uid })).status).toBe("DONE"),
    30_000,
  );
  expect(await call("event_search", { query: "ledger", category: "Decision" })).toMatchObject({
    ...{ total: 1, match: "all", events: [{ evidence: [{ quote: content }] }] },
  });
  await client.close();
});

/** What a careless dependency does: it prints, from the moment in which stdout is reserved for the protocol. */
const noise = `const{write}=process.stdout;
  setInterval(()=>process.stdout.write!==write&&(console.log('noise'),process.stdout.write('noise')),20)`;

it("keeps stdout for the protocol, survives bad input, and exits when its client does", async () => {
  const child = start(
    ["mcp"],
    cleanEnv({
      PALIMPSEST_DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noise)}`,
    }),
  );
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  let err = "";
  child.stderr?.on("data", (chunk) => {
    err += chunk;
  });
  const say = (message: unknown) =>
    child.stdin?.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  const request = (id: number, method: string, params = {}) => say({ jsonrpc: "2.0", id, method, params });
  request(1, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  });
  say({ jsonrpc: "2.0", method: "notifications/initialized" });
  say("{not json");
  say("x".repeat(10 * 1024 ** 2));
  say([{ jsonrpc: "2.0", id: 2, method: "ping" }]);
  request(3, "no/such/method");
  say({ jsonrpc: "2.0", id: null, method: "ping" });
  say(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  request(4, "tools/call", { name: "recall", arguments: { query: "line\nbreak \u2028 \ud83d\ude00" } });
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  say(
    `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"recall","arguments":{"query":${deep}}}}`,
  );
  while (!out.includes('"id":5')) await once(child.stdout!, "data");
  while (!err.includes("noise")) await once(child.stderr!, "data");

  child.stdin?.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);

  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } });
  expect(
    lines
      .filter(({ id }) => id === null)
      .map(({ error }) => error?.code)
      .sort(),
  ).toEqual([-32_600, -32_600, -32_600, -32_600, -32_700]);
  expect(lines.find(({ id }) => id === 3)?.error?.code).toBe(-32_601);
  expect(lines.find(({ id }) => id === 4)).toMatchObject({
    result: { structuredContent: { memories: expect.any(Array) } },
  });
  expect(JSON.stringify(lines.find(({ id }) => id === 5))).toContain("TOO_DEEP");
});

it("leaves in order when its client vanishes, and the next process finds the data free", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  const child = start(["mcp"], env);
  const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  child.stdin?.write(`${JSON.stringify(request)}\n`);
  await once(child.stdout!, "data");
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.write(`${JSON.stringify(request)}\n`);
  await once(child, "exit");
  expect((await palimpsest(["status"], env)).code).toBe(0);
});

it("tells the audit log of lines that it refuses, by sample", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: dataDir, PALIMPSEST_AGENT_ID: "mumbler" });
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const served = await palimpsest(["mcp"], env, `${"{oops\n".repeat(3)}[]\n${JSON.stringify(list)}\n`);
  expect(served.code).toBe(0);
  const { out } = await palimpsest(["audit", "list", "--operation", "mcp", "--json"], env);
  const { entries } = JSON.parse(out) as { entries: Record<string, unknown>[] };
  expect(
    entries
      .filter(({ actor_id }) => actor_id === "mumbler")
      .map(({ surface, decision, code, times }) => [surface, decision, code, times]),
  ).toEqual(
    expect.arrayContaining([
      ["mcp", "failed", "INVALID_JSON", 1],
      ["mcp", "failed", "INVALID_JSON", 2],
      ["mcp", "failed", "INVALID_REQUEST", 1],
    ]),
  );
});

it("answers a request that was piped in, though the pipe is closed by then", async () => {
  const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const { out, code } = await palimpsest(
    ["mcp"],
    cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }),
    `${JSON.stringify(request)}\n`,
  );
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  expect(code).toBe(0);
});

it.each([
  [
    "a toolset that does not exist",
    ["--tools", "everything"],
    {},
    /Toolsets: core, .*all\. Each tool can be named too/,
  ],
  [
    "no key where auth is required",
    [],
    { PALIMPSEST_AUTH: "required" },
    /UNAUTHENTICATED[\s\S]*PALIMPSEST_API_KEY/,
  ],
])(
  "refuses to start with %s, and says so on stderr",
  async (_, options, more: Record<string, string>, message) => {
    const env = cleanEnv({ PALIMPSEST_DATA_DIR: dataDir, ...more });
    const { code, out, err } = await palimpsest(["mcp", ...options], env);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(message);
  },
);
