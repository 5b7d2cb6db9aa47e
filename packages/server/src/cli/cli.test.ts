import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, vi } from "vitest";
import {
  cleanEnv,
  command,
  newDataDir,
  palimpsest,
  readyDataDir,
  servedDataDir,
  start,
  startServer,
} from "./testing/palimpsest.js";

const patience = { timeout: 60_000, interval: 500 };

const served = async () => cleanEnv({ PALIMPSEST_DATA_DIR: await servedDataDir() });
const json = <T>(out: string) => JSON.parse(out) as T;

async function agent(env: Record<string, string>, name: string) {
  const client = new Client({ name, version: "1" });
  const args = [command, "mcp", "--agent", name];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  const call = async (tool: string, input: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name: tool, arguments: input }));
  return { call, close: () => client.close() };
}

it("shares one data directory between a server, two agents on MCP and the command line", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  const { url, child } = await startServer(env);
  const [one, two] = await Promise.all([agent(env, "one"), agent(env, "two")]);
  await one.call("remember", { text: "Agent one saw a red kite." });
  await two.call("remember", { text: "Agent two saw a grey heron." });
  expect((await palimpsest(["remember", "A", "person", "saw", "a", "barn", "owl"], env)).code).toBe(0);
  const remembered = await fetch(`${url}/api/v1/memories`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: "The server saw a tawny eagle." }),
  });
  expect(remembered.status).toBe(201);

  const birds = ["red kite", "grey heron", "barn owl", "tawny eagle"];
  const query = "who saw a bird: kite, heron, owl or eagle";
  const seen = {
    one: await one.call("recall", { query }),
    two: await two.call("recall", { query }),
    cli: (await palimpsest(["recall", query], env)).out,
    remote: (await palimpsest(["recall", query, "--url", url], env)).out,
  };
  for (const text of Object.values(seen)) for (const bird of birds) expect(text).toContain(bird);

  child.kill("SIGKILL");
  const text = "Agent one went on after the server died, and saw a black stork.";
  await vi.waitFor(async () => expect(await one.call("remember", { text })).toContain("memory_id"), patience);
  await vi.waitFor(
    async () => expect(await two.call("recall", { query: "stork" })).toContain("stork"),
    patience,
  );
  await Promise.all([one.close(), two.close()]);
  expect((await palimpsest(["recall", "black", "stork"], env)).out).toContain("black stork");
});

it("creates, lists and revokes keys for a server with auth", async () => {
  const env = { ...(await served()), PALIMPSEST_AUTH: "required" };
  const line = "key create --tenant acme --principal ci-bot --type agent --role writer --json".split(" ");
  const made = await palimpsest(line, env);
  expect(made).toMatchObject({ code: 0, err: "" });
  const { key, key_id } = json<{ key: string; key_id: string }>(made.out);
  expect(made.out).toContain('"tenant_id": "acme"');

  const { url } = await startServer(env);
  const remote = (...args: string[]) => palimpsest([...args, "--url", url, "--json"], env);
  const status = await remote("status", "--key", key);
  expect(json(status.out)).toMatchObject({
    you: { tenant_id: "acme", principal_id: "ci-bot", type: "agent" },
  });
  expect(await remote("key", "list", "--key", key)).toMatchObject({
    code: 1,
    err: expect.stringContaining("FORBIDDEN"),
  });
  expect(await remote("status")).toMatchObject({ code: 1, err: expect.stringContaining("UNAUTHENTICATED") });

  const listed = await palimpsest(["key", "list", "--tenant", "acme", "--json"], env);
  expect(json(listed.out)).toMatchObject({ keys: [{ key_id, principal_id: "ci-bot", revoked_at: null }] });
  expect(listed.out).not.toContain(key);
  expect((await palimpsest(["key", "list", "--tenant", "other", "--json"], env)).out).not.toContain(key_id);

  expect((await palimpsest(["key", "revoke", key_id, "--tenant", "acme"], env)).code).toBe(0);
  expect(await remote("status", "--key", key)).toMatchObject({
    code: 1,
    err: expect.stringContaining("UNAUTHENTICATED"),
  });
});

const sharedEnv = await served();

it("reports no problem with a good installation", async () => {
  const { code, out } = await palimpsest(["doctor", "--json"], sharedEnv);
  const report = json<{ ok: boolean; findings: { check: string; ok: boolean }[] }>(out);
  expect(report.findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.findings.map(({ check }) => check)).toEqual([
    "configuration",
    "database",
    "files",
    "engine",
    "schema",
    "roles",
    "row level security",
    "lexical index",
    "vector index",
    "clock",
    "lock",
    "embedder",
    "open files",
    "disk",
  ]);
  expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
});

it.each([
  ["a server that does not answer", { DATABASE_URL: "postgres://u:p@127.0.0.1:1/d" }, "database"],
  [
    "a model that does not answer",
    { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_MAX_RETRIES: "0" },
    "embedder",
  ],
  ["an invalid setting", { PALIMPSEST_PORT: "none" }, "configuration"],
])("reports %s and how to fix it, and exits with 1", async (_, more, check) => {
  const { code, out, err } = await palimpsest(["doctor"], { ...sharedEnv, ...more });
  expect(out).toMatch(new RegExp(`✗ ${check} .*\\n.*→ `));
  expect(out).not.toContain("u:p@");
  expect({ code, err }).toEqual({ code: 1, err: "" });
});

it("makes a data directory, and shows the version of its schema", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: newDataDir() });
  expect((await palimpsest(["migrate", "up"], env)).out).toMatch(/^Applied 1, 2/);
  const status = json<{ current: number; latest: number }>(
    (await palimpsest(["migrate", "status", "--json"], env)).out,
  );
  expect(status.current).toBe(status.latest);
  expect((await palimpsest(["migrate", "print"], env)).out).toContain("create table");
});

it("reports an error in one or two lines, without a stack", async () => {
  const missing = await palimpsest(["edit", "get", "edt_missing"], sharedEnv);
  expect(missing.code).toBe(1);
  expect(missing.err).toMatch(/^error: .*\(NOT_FOUND\)\n {2}Check the id.*\n$/);
  const nobody = await palimpsest(["status", "--url", "http://127.0.0.1:1"], sharedEnv);
  expect(nobody.code).toBe(1);
  expect(nobody.err).toMatch(/^error: Cannot reach http:\/\/127\.0\.0\.1:1/);
  expect(missing.err + nobody.err).not.toMatch(/\n\s+at /);
});

it("runs background jobs until it gets a signal to stop", async () => {
  const child = start(["worker"], sharedEnv);
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(said).toContain('"worker started"'), patience);
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(said).toContain('"stopped"');
  expect(said).not.toContain("a job failed");
});
