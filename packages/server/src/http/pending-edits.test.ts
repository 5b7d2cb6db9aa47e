import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { mcpClient } from "./testing/mcp-client.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

describe.each(engines)("what waits, over REST and MCP on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const send = async (path: string, body: Record<string, unknown>, headers: Record<string, string>) => {
    const response = await real.app.request(path, post(body, headers));
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const [ann, bot, cog] = [{ "x-user-id": "ann" }, { "x-agent-id": "bot" }, { "x-agent-id": "cog" }];

  it("is marked for its proposer and for people, and for no other agent", async () => {
    const made = await send("/api/v1/memories", { text: "The heron nests on the north pier" }, ann);
    const id = String(made.body.memory_id);
    const correction = { text: "The heron nests on the south pier", reason: "It moved." };
    const { body } = await send(`/api/v1/memories/${id}/correct`, correction, bot);
    expect(body.status).toBe("pending");
    const query = "where does the heron nest";
    for (const who of [bot, ann]) {
      const waiting = [
        expect.objectContaining({ edit_id: body.edit_id, op: "amend", proposed_by: "agent:bot" }),
      ];
      const found = await send("/api/v1/recall", { query }, who);
      expect(found.body.memories).toMatchObject([{ memory_id: id, pending_edits: waiting }]);
      const got = await send("/api/v1/chunks/get", { chunk_ids: [id], channel: "private" }, who);
      expect(got.body.chunks).toMatchObject([{ pending_edits: waiting }]);
      const tools = await mcpClient(real.memory, who);
      expect((await tools("recall", { query })).answer.memories).toMatchObject([{ pending: ["amend"] }]);
      expect((await tools("context", { query })).text).toContain("not applied, waiting for approval: amend");
      const listed = await tools("list_edits", { target_id: id });
      expect(listed.answer.edits).toMatchObject([
        { changes: [{ from: "The heron nests on the north pier", to: correction.text }] },
      ]);
    }
    const others = await send("/api/v1/recall", { query }, cog);
    expect(JSON.stringify(others.body)).not.toContain("pending_edits");
    const tools = await mcpClient(real.memory, cog);
    expect((await tools("recall", { query })).text).not.toContain("pending");
    expect((await tools("context", { query })).text).not.toContain("waiting for approval");
    expect((await tools("list_edits", { target_id: id })).text).not.toContain("south");
  });

  it("is decided by people who review where the memory is private to an agent, and no word of it is shown", async () => {
    const note = { text: "The grebe dives at my command", visibility: "private" };
    const id = String((await send("/api/v1/memories", note, bot)).body.memory_id);
    await send("/api/v1/edits/bulk", { writer: "agent:bot", op: "quarantine", reason: "doubt" }, ann);
    const restore = { target_type: "memory", target_id: id, op: "restore", reason: "it is mine" };
    const { body } = await send("/api/v1/edits", restore, bot);
    expect(body.status).toBe("pending");
    const listed = await real.app.request("/api/v1/edits?status=pending", { headers: ann });
    const text = await listed.text();
    expect(text).toContain(String(body.edit_id));
    expect(text).not.toContain("grebe");
    const tools = await mcpClient(real.memory, { "x-user-id": "rev" });
    const decided = await tools("approve_edit", { edit_id: body.edit_id });
    expect(decided.answer).toMatchObject({ status: "approved", approved_by: "rev" });
    expect(decided.text).not.toContain("grebe");
    expect((await send("/api/v1/recall", { query: "grebe" }, bot)).body.memories).toMatchObject([
      { memory_id: id },
    ]);
    expect(JSON.stringify((await send("/api/v1/recall", { query: "grebe" }, ann)).body)).not.toContain(
      "grebe dives",
    );
  });

  it("keeps the place of a decision that is superseded, and refuses blank text", async () => {
    const about = { scope: "user", subject_type: "user", subject_id: "jo" };
    const old = await send(
      "/api/v1/decisions",
      { decision: "Jo gets a call", ...about, channel: "team" },
      bot,
    );
    const path = `/api/v1/decisions/${old.body.memory_id}/supersede`;
    for (const decision of ["", "  ", "\u200b"]) {
      const refused = await send(path, { decision, rationale: ["visible"] }, bot);
      expect([refused.status, refused.body.error]).toMatchObject([400, { code: "EMPTY_CONTENT" }]);
    }
    const tools = await mcpClient(real.memory, bot);
    const next = await tools("supersede_decision", {
      memory_id: old.body.memory_id,
      decision: "Jo gets a letter",
    });
    const [row] = await real.test.ownerQuery(
      "select scope, subject_type, subject_id, channel from palimpsest.memory where id = $1",
      [next.answer.memory_id],
    );
    expect(row).toEqual({ ...about, channel: "team" });
    const found = await send("/api/v1/chunks/search", { query: "Jo gets a call", channel: "private" }, bot);
    expect(found.body.chunks).toContainEqual(
      expect.objectContaining({ chunk_id: old.body.memory_id, status: "superseded" }),
    );
  });
});
