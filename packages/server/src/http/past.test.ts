import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { reads, takeAsOf, type Yard } from "../../../core/src/security-tests/testing/past/reads.js";
import { loadConfig } from "../config/load-config.js";
import { mcpHttp } from "../mcp/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";

const secret = "The heron is called Amadeus";

/** What an agent gets over the wire when it asks for yesterday. */
describe.each(engines)("the past through the server on $name", (engine) => {
  let real: RealApp;
  let yard: Yard;
  let at: string;
  let client: Client;

  const send = async (path: string, body: object | undefined, who: Record<string, string> = {}) => {
    const response = await real.app.request(path, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...who },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const spy = { "x-agent-id": "spy" };
  const made = async (path: string, body: object, field: string) =>
    String((await send(path, body)).body[field]);

  beforeAll(async () => {
    real = await realApp(engine);
    const event = {
      ...{ session_id: "yard", channel: "private", actor_type: "human", actor_id: "ada", kind: "message" },
      content: { text: secret, scope: "user" },
    };
    const chunk = await made("/api/v1/events", event, "chunk_id");
    yard = {
      chunk,
      decision: await made("/api/v1/decisions", { decision: secret }, "memory_id"),
      task: await made("/api/v1/tasks", { title: secret }, "memory_id"),
      rule: await made("/api/v1/rules", { content: secret }, "memory_id"),
      capsule: await made(
        "/api/v1/capsules",
        {
          ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["spy"] },
          items: { chunks: [chunk], decisions: [], artifacts: [] },
        },
        "capsule_id",
      ),
    };
    at = new Date(Date.now() + 1).toISOString();
    const handle = mcpHttp(real.memory, loadConfig({ PALIMPSEST_DATA_DIR: "/nowhere" }));
    client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp?tools=all"), {
        fetch: (url, init) => handle(new Request(url, init)),
        requestInit: { headers: spy },
      }),
    );
  });
  afterAll(async () => {
    await client.close();
    await real.close();
  });
  const overMcp = async (name: string, args: Record<string, unknown>) =>
    JSON.stringify(await client.callTool({ name, arguments: args }));
  const tools: Record<string, string> = {
    ...{ searchChunks: "search", recall: "recall", getChunks: "get_chunks", chunkTimeline: "timeline" },
    ...{ listDecisions: "list_decisions", listTasks: "list_tasks", listRules: "list_rules" },
    ...{ getCapsule: "get_capsule", buildAcb: "build_acb", context: "context" },
  };

  test("is withheld after a retraction: over MCP, over REST, and in a replay", async () => {
    const asking = { as_of: at };
    for (const name of takeAsOf) {
      expect(await overMcp(tools[name]!, reads[name]!.input(yard, asking)), name).toContain("Amadeus");
    }
    const built = await send("/api/v1/context", { query: "heron", session_id: "yard" }, spy);
    const acb_id = String(built.body.acb_id);
    const replayed = () => send(`/api/v1/acb/${acb_id}/replay`, {}, spy);
    expect((await replayed()).body).toMatchObject({ identical: true, verified: true, causes: [] });
    for (const target_id of [yard.chunk, yard.decision, yard.task, yard.rule]) {
      const edit = { target_type: "memory", target_id, op: "retract", reason: "wrong" };
      expect((await send("/api/v1/edits", edit)).status).toBeLessThan(300);
    }
    for (const name of takeAsOf) {
      const answer = await overMcp(tools[name]!, reads[name]!.input(yard, asking));
      expect(answer, name).not.toContain("Amadeus");
      expect(answer, name).toContain("retracted");
    }
    const past = await send("/api/v1/context", { query: "heron", session_id: "yard", as_of: at }, spy);
    expect(past.status).toBe(200);
    expect(JSON.stringify(past.body)).not.toContain("Amadeus");
    const again = await replayed();
    expect(again.body).toMatchObject({ identical: false, verified: true });
    expect(JSON.stringify(again.body)).not.toContain("Amadeus");
    expect(await overMcp("replay_acb", { acb_id })).not.toContain("Amadeus");
    const refused = await send(`/api/v1/acb/${acb_id}/replay`, { see_withheld: true }, spy);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
    const seen = await send(`/api/v1/acb/${acb_id}/replay`, { see_withheld: true });
    expect(JSON.stringify(seen.body)).toContain("Amadeus");
    const audited = await send("/api/v1/audit?operation=replayAcb&limit=1", undefined);
    expect(audited.body).toMatchObject({ entries: [{ decision: "allowed", saw_originals: true }] });
  });

  test("asked for with a moment in the future is the present, and before all memory is empty", async () => {
    const recall = async (as_of: string) =>
      (await send("/api/v1/recall", { query: "heron weather", as_of }, spy)).body;
    await send("/api/v1/memories", { text: "The weather is fine for a heron" });
    expect(await recall("2199-01-01T00:00:00Z")).toMatchObject({
      memories: [{ text: "The weather is fine for a heron" }],
    });
    expect(await recall("1999-01-01T00:00:00Z")).toMatchObject({
      ...{ memories: [], total_count: 0, withheld: [], withheld_count: 0 },
    });
    const bundle = { session_id: "yard", channel: "private", query: "weather" };
    const future = await send("/api/v1/acb/build", { ...bundle, as_of: "2199-01-01T00:00:00Z" }, spy);
    expect(future.body).toMatchObject({ acb: { prompt: expect.stringContaining("The weather is fine") } });
    const early = await send("/api/v1/acb/build", { ...bundle, as_of: "1999-01-01T00:00:00Z" }, spy);
    expect(early.body).toMatchObject({
      acb: { prompt: "Nothing is remembered for this context yet.", withheld: [] },
    });
  });

  test("honours a time zone, and refuses a time without one", async () => {
    const { memory_id } = (await send("/api/v1/memories", { text: "The clock is late" })).body;
    const [row] = await real.test.ownerQuery<{ early: string; late: string }>(
      `select to_char(recorded_at at time zone '+05' - interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.US') as early,
         to_char(recorded_at at time zone '+05' + interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.US') as late
       from palimpsest.memory where id = $1`,
      [memory_id],
    );
    const get = (as_of: string) =>
      send("/api/v1/chunks/get", { chunk_ids: [memory_id], channel: "private", as_of }, spy);
    // Postgres counts zones the other way round: its +05 is five hours behind UTC.
    expect((await get(`${row!.late}-05:00`)).body).toMatchObject({ chunks: [{ text: "The clock is late" }] });
    expect((await get(`${row!.early}-05:00`)).body).toMatchObject({ chunks: [] });
    expect(await get("2026-03-01T00:00:00")).toMatchObject({
      status: 400,
      body: { error: { code: "VALIDATION_ERROR", message: expect.stringContaining("with an offset") } },
    });
  });
});
