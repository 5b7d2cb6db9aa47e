import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanEnv, servedDataDir } from "../packages/server/src/cli/testing/palimpsest.js";
import { root } from "./testing/workspace.js";

interface Server {
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  serverUrl?: string;
}

/** What a client reads: the key of its list of servers, and how a server that runs is named in it. */
const forms: Record<string, { list: string; address?: "url" | "serverUrl" }> = {
  "Claude Code": { list: "mcpServers" },
  "Claude Desktop": { list: "mcpServers" },
  Cursor: { list: "mcpServers", address: "url" },
  "VS Code": { list: "servers", address: "url" },
  Codex: { list: "mcp_servers" },
  Windsurf: { list: "mcpServers", address: "serverUrl" },
};

const page = readFileSync(join(root, "docs/clients.md"), "utf8");

/** The servers of a client's section, as that client would read its configuration. */
function serversOf(client: string): Server[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${client}\n`)) ?? "";
  return [...section.matchAll(/^```(json|toml)\n([\s\S]*?)^```/gm)].map(([, language, text = ""]) => {
    const read = language === "toml" ? parseToml(text) : JSON.parse(text);
    expect(Object.keys(read)).toEqual([forms[client]!.list]);
    return read[forms[client]!.list].palimpsest;
  });
}

/** TOML as far as the page uses it: tables, and values that are JSON too. */
function parseToml(text: string) {
  const read: Record<string, unknown> = {};
  let table = read;
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, path] = /^\[([\w.]+)\]$/.exec(line) ?? [];
    const [, name = "", value = ""] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (path === undefined) table[name] = JSON.parse(value);
    else {
      table = path.split(".").reduce((at, key) => {
        at[key] ??= {};
        return at[key] as typeof read;
      }, read);
    }
  }
  return read as Record<string, { palimpsest: Server }>;
}

/** Starts a configured server as the client would, and calls a tool. */
async function callStatus({ command = "", args = [] }: Server, dataDir: string): Promise<string> {
  const here = args.map((arg) => arg.replace("/path/to/palimpsest", root));
  const child = spawn(command, here, { env: cleanEnv({ PALIMPSEST_DATA_DIR: dataDir }), cwd: "/" });
  let out = "";
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const clientInfo = { name: "a-client", version: "1" };
  const messages = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "status", arguments: {} } },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stdout.on("data", (chunk) => {
    out += chunk;
    if (/"id":2\b/.test(out)) child.stdin.end();
  });
  await once(child, "close");
  const answer = out.split("\n").find((line) => /"id":2\b/.test(line));
  if (answer === undefined) throw new Error(`no answer: ${out}${err}`);
  return JSON.parse(answer).result.structuredContent.you.principal_id;
}

test("each client's configuration has its own form and starts a server that knows the agent", async () => {
  const dataDir = await servedDataDir();
  const agents = new Set<string>();
  for (const [client, { address }] of Object.entries(forms)) {
    const [started, ...running] = serversOf(client);
    expect(started?.env, client).toEqual({ PALIMPSEST_DATA_DIR: "/path/to/palimpsest/.palimpsest" });
    const agent = await callStatus(started!, dataDir);
    expect(started?.args?.at(-1)).toBe(agent);
    agents.add(agent);
    expect(running.map((server) => address && server[address])).toEqual(
      address === undefined ? [] : ["http://127.0.0.1:7077/mcp"],
    );
  }
  expect(agents.size).toBe(Object.keys(forms).length);
});
