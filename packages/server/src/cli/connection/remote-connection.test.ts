import { PalimpsestClient } from "@palimpsest/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../../config/index.js";
import { createLog } from "../../observe/index.js";
import { type RunningServer, startServer } from "../../serve/index.js";
import { readyDataDir } from "../testing/palimpsest.js";
import { openConnection } from "./open-connection.js";

let server: RunningServer;
beforeAll(async () => {
  const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir(), PALIMPSEST_PORT: "0" });
  server = await startServer(config, createLog("silent"));
});
afterAll(() => server.stop());

const clientOf = (agentId?: string) => new PalimpsestClient({ url: server.url, agentId });

it("writes, searches, reads and edits through the client, with every kind of parameter", async () => {
  const agent = clientOf("bot");
  const person = clientOf();
  const recorded = await agent.recordEvent({
    session_id: "s1",
    channel: "private",
    actor_type: "agent",
    actor_id: "bot",
    kind: "message",
    content: { text: "The invoice of March was paid twice.", scope: "project", project_id: "books" },
  });
  const chunkId = recorded.chunk_id ?? "";
  const found = await agent.searchChunks({ query: "invoice paid twice", project_id: "books", explain: true });
  expect(found.chunks.map(({ chunk_id }) => chunk_id)).toContain(chunkId);
  const around = await agent.chunkTimeline({
    chunk_id: chunkId,
    window_seconds: 60,
    include_quarantined: false,
    limit: 5,
  });
  expect(around.around_chunk_id).toBe(chunkId);

  const proposed = await agent.correct({
    memory_id: chunkId,
    text: "The invoice of March was paid once.",
    reason: "checked",
  });
  expect(proposed.status).toBe("pending");
  expect((await person.listEdits({ status: "pending", limit: 1 })).edits[0]?.edit_id).toBe(proposed.edit_id);
  expect((await person.approveEdit({ edit_id: proposed.edit_id, note: "seen the books" })).status).toBe(
    "approved",
  );
  expect((await agent.getChunks({ chunk_ids: [chunkId] })).chunks[0]?.text).toContain("paid once");
  const history = await person.memoryHistory({ memory_id: chunkId, include_original: true });
  expect(history.original.text).toContain("paid twice");
  expect((await agent.listCapsules({ mine: true })).capsules).toEqual([]);
});

it("returns the first answer again for the same idempotency key", async () => {
  const options = { idempotencyKey: "remember-once" };
  const first = await clientOf("bot").remember({ text: "Once is enough." }, options);
  expect(await clientOf("bot").remember({ text: "Once is enough." }, options)).toEqual(first);
  await expect(clientOf("bot").remember({ text: "Something else." }, options)).rejects.toMatchObject({
    code: "IDEMPOTENCY_CONFLICT",
    status: 409,
  });
});

it("throws the server's error with its code, status, request id and details", async () => {
  await expect(clientOf().recall({ query: "x", limit: 51 })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    status: 400,
    requestId: expect.stringMatching(/^req_/),
    details: [{ path: "limit" }],
  });
  await expect(clientOf("bot").createRule({ content: "x" })).rejects.toMatchObject({
    code: "FORBIDDEN",
    status: 403,
  });
  await expect(clientOf().getEdit({ edit_id: "edt_none" })).rejects.toMatchObject({
    code: "NOT_FOUND",
    status: 404,
  });
});

it("throws the same errors on a server as on a database of this process", async () => {
  const config = loadConfig({ PALIMPSEST_URL: server.url });
  const { call } = await openConnection(config, { agent: "bot", user: undefined }, "cli");
  await expect(call("getEdit", { edit_id: "edt_none" })).rejects.toMatchObject({
    name: "PalimpsestError",
    code: "NOT_FOUND",
  });
  expect(await call("status", {})).toMatchObject({ you: { principal_id: "bot" } });
  const counted: unknown[] = [];
  await call("status", {}, (rate) => counted.push(rate));
  await call("getEdit", { edit_id: "edt_none" }, (rate) => counted.push(rate)).catch(() => undefined);
  const rate = { limit: 60_000, remaining: expect.any(Number), resetAt: expect.any(Number) };
  expect(counted).toEqual([rate, rate]);
});
