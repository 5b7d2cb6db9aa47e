import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { loadConfig } from "../config/load-config.js";
import { mcpHttp } from "../mcp/mcp-http.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

type Body = Record<string, unknown> & { memory_id: string; edit_id: string; error: { code: string } };

describe.each(engines)("a retraction and its twins over REST, MCP and SQL on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (path: string, body: Record<string, unknown>, user = "ann"): Promise<Body> =>
    (await (await real.app.request(path, post(body, { "x-user-id": user }))).json()) as Body;
  const note = async (text: string, more: object = {}) =>
    (await call("/api/v1/memories", { text, ...more })).memory_id;
  const edit = (op: string, target_id: string, more: object = {}) =>
    call("/api/v1/edits", { target_type: "memory", target_id, op, reason: "a test", ...more });
  const found = async (query: string) =>
    ((await call("/api/v1/recall", { query })).memories as { memory_id: string }[]).map((m) => m.memory_id);
  const connect = async (query: string, headers: Record<string, string>) => {
    const handle = mcpHttp(real.memory, loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere" }));
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1/mcp${query}`), {
      fetch: (url, init) => handle(new Request(url, init)),
      requestInit: { headers },
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    return client;
  };

  test("REST previews them, takes them along, refuses the words and brings all back", async () => {
    const [first, second] = [
      await note("The heron nests on the pier."),
      await note("“The heron nests on the pier”"),
    ];
    const preview = { target_type: "memory", target_id: first, op: "retract" };
    expect(await call("/api/v1/edits/preview", preview)).toMatchObject({
      twins: [{ memory_id: second, kind: "chunk" }],
      twin_count: 1,
      blast_radius: { hidden_count: 0 },
    });
    const made = await edit("retract", first);
    expect(made).toMatchObject({ status: "approved", twins: 1 });
    expect(await found("heron nests pier")).toEqual([]);
    const again = await call("/api/v1/memories", { text: "the heron, nests on the PIER!", project_id: "p" });
    expect(again.error.code).toBe("TOMBSTONED");
    expect((await edit("amend", second, { patch: { text: "The heron left" } })).error.code).toBe("CONFLICT");
    const restore = { patch: { edit_id: made.edit_id } };
    expect(await edit("restore", first, restore)).toMatchObject({ cascaded: 1 });
    expect((await found("heron nests pier")).toSorted()).toEqual([first, second].toSorted());
    expect((await edit("restore", first, restore)).error.code).toBe("CONFLICT");
  });

  test("an agent over MCP learns what its retraction reached, and what waits", async () => {
    const open = await note("The ferry sails at dawn.");
    const client = await connect("?tools=all", { "x-agent-id": "bot" });
    const own = await client.callTool({
      name: "remember",
      arguments: { text: "the ferry sails at dawn", visibility: "private" },
    });
    const { memory_id } = own.structuredContent as { memory_id: string };
    const forgotten = await client.callTool({ name: "forget", arguments: { memory_id, reason: "over" } });
    expect(forgotten.structuredContent).toMatchObject({
      status: "approved",
      message: expect.stringContaining("1 more that say the same wait for approval"),
    });
    const corrected = await client.callTool({
      name: "correct",
      arguments: { memory_id, text: "the ferry sails at noon", reason: "late" },
    });
    expect(corrected.isError).toBe(true);
    expect(JSON.stringify(corrected)).toContain("CONFLICT");
    await client.close();
    expect(await found("ferry sails dawn")).toEqual([open]);
  });

  test("SQL tells who may not read a derived memory only that there is one", async () => {
    const source = await note("The mill is for sale.");
    const secret = await note("Ann wants to buy it.", { visibility: "private", derived_from: [source] });
    const tenant = (
      await real.test.ownerQuery<{ tenant_id: string }>(
        `select tenant_id from palimpsest.memory where id = $1`,
        [source],
      )
    )[0]!.tenant_id;
    const derived = (role: string, user: string) =>
      real.memory.services.db.transaction(
        {
          ...{ tenantId: tenant, id: user, type: "human", role: role as "writer", teams: [], grants: [] },
          ...{ via: "local", permissions: new Set() },
        },
        (tx) => tx.query(`select id, kind, hidden from palimpsest.derived_memories($1, 10, 10)`, [[source]]),
      );
    expect(await derived("writer", "ben")).toEqual([{ id: null, kind: null, hidden: true }]);
    expect(await derived("reviewer", "ben")).toEqual([{ id: secret, kind: null, hidden: true }]);
    expect(await derived("writer", "ann")).toEqual([{ id: secret, kind: "chunk", hidden: false }]);
  });
});
