import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { PalimpsestClient } from "@palimpsest/client";
import { expect, it } from "vitest";
import { cleanEnv, command, palimpsest, readyDataDir, startServer } from "./testing/palimpsest.js";

const [zoe, jack, auth0] = ["Zoë Müller", "jack+test@example.com", "auth0|64f1"];

it("takes ids of any characters on the command line, over MCP and in the SDK, and means the same by them", async () => {
  const env = cleanEnv({ PALIMPSEST_DATA_DIR: await readyDataDir() });
  const { url, child } = await startServer(env);
  const run = async (...args: string[]) => {
    const { code, out, err } = await palimpsest([...args, "--json"], env);
    expect([code, err]).toEqual([0, ""]);
    return JSON.parse(out);
  };
  expect((await run("status", "--user", zoe)).you).toMatchObject({ principal_id: zoe, type: "human" });
  const note = ["--user", zoe, "--project-id", jack, "--visibility", "custom", "--audience", auth0];
  const { memory_id } = await run("remember", "The parser ships in May.", ...note, "--url", url);

  const mcp = new Client({ name: "test", version: "1" });
  const args = [command, "mcp", "--agent", auth0];
  await mcp.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  const recalled = await mcp.callTool({
    name: "recall",
    arguments: { query: "parser", project_id: jack, subject_id: null, limit: null, explain: true },
  });
  expect(recalled.structuredContent).toMatchObject({ memories: [{ memory_id, writer: `human:${zoe}` }] });
  await mcp.close();

  const asAgent = new PalimpsestClient({ url, agentId: auth0 });
  const { memories } = await asAgent.recall({ query: "parser", project_id: jack });
  expect(memories.map((found) => found.memory_id)).toEqual([memory_id]);
  const asOther = new PalimpsestClient({ url, agentId: jack });
  expect((await asOther.recall({ query: "parser", project_id: jack })).memories).toEqual([]);

  const refused = await palimpsest(["status", "--agent", "two\nlines"], env);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining("must hold no control characters"),
  ]);
  child.kill("SIGTERM");
});
