import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@palimpsest/contract";
import { openEmbedder } from "@palimpsest/core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PalimpsestClientError, WorkflowState } from "../index.js";
import { type EmbeddedMemory, openMemory } from "./index.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-client-"));
const dataDir = join(folder, "store");
const close = vi.fn(async () => undefined);
let memory: EmbeddedMemory;
beforeAll(async () => {
  const embedder = { ...(await openEmbedder({ provider: "builtin" })), close };
  memory = await openMemory({ dataDir, agentId: "planner", embedder, ownsEmbedder: false });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("has every operation, and answers as a server does", async () => {
  for (const name of Object.keys(contract)) expect(memory).toHaveProperty(name, expect.any(Function));
  const { memory_id, status } = await memory.remember({
    text: "The parser ships on 3 March.",
    kind: undefined,
  });
  expect(status).toBe("created");
  const { memories } = await memory.recall({ query: "when does the parser ship" });
  expect(memories).toMatchObject([{ memory_id, writer: "agent:planner", trust: "own" }]);
});

it("says whether it works and how it is set up, as a server does", async () => {
  const health = {
    status: "ok",
    mode: {
      ...{
        engine: "embedded",
        embedder: expect.stringContaining("builtin"),
        extractor: "rules",
        auth: "none",
      },
      ...{ worker: "here", lexical_index: "current" },
    },
    checks: ["database", "schema", "role"].map((name) => ({ name, ok: true })),
    notes: [],
  };
  expect(await memory.health()).toEqual(health);
  expect(await memory.as({ userId: "ada" }).health()).toEqual(health);
  await expect(memory.health({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  await expect(memory.health({ timeoutMs: 0 })).rejects.toMatchObject({ code: "TIMEOUT" });
});

it("gives other principals their own view of the same store", async () => {
  const { memory_id } = await memory.remember({ text: "The planner's own note.", visibility: "private" });
  const ada = memory.as({ userId: "ada" });
  await expect(ada.memoryHistory({ memory_id })).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 });
  const state = new WorkflowState(ada, "launch");
  await Promise.all(Array.from({ length: 20 }, () => state.increment("count")));
  await expect(state.increment("count", Number.NaN)).rejects.toThrow(TypeError);
  expect(await new WorkflowState(memory, "launch").get("count")).toBe(20);
  expect(() => memory.as({ userId: " ada" })).toThrow(TypeError);
});

it("fails with the errors of a client, and repeats nothing that has a key", async () => {
  const refused = memory.createRule({ content: "Agents may do anything." }).catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(PalimpsestClientError);
  expect(await refused).toMatchObject({
    code: "FORBIDDEN",
    status: 403,
    requestId: expect.stringMatching(/^req_/),
  });
  await expect(memory.recall({ query: 7 } as never)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: "query" }],
  });
  const note = { text: "Standup moved to 9:30." };
  const first = await memory.remember(note, { idempotencyKey: "standup" });
  expect(await memory.remember(note, { idempotencyKey: "standup" })).toEqual(first);
});

it("waits for the self-test of isolation, however short its usual timeout is", async () => {
  const hasty = await openMemory({ dataDir: join(folder, "tested"), timeoutMs: 1 });
  try {
    await expect(hasty.status()).rejects.toMatchObject({ code: "TIMEOUT" });
    const report = await hasty.selftestIsolation({ only: ["getFact", "getClaim"] });
    expect(report).toMatchObject({ operations: 2, leaks: 0, differences: 0, findings: [] });
  } finally {
    await hasty.close();
  }
});

it("refuses to open a store without a folder", async () => {
  for (const dataDir of ["", " ", undefined, 7]) {
    await expect(openMemory({ dataDir } as never)).rejects.toThrow(
      new TypeError("dataDir must name a folder"),
    );
  }
});

it("stops waiting when it is told to, or when the time is over", async () => {
  const reason = new Error("no longer needed");
  const told = new AbortController();
  const waiting = memory.recall({ query: "parser" }, { signal: told.signal });
  told.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(memory.recall({ query: "parser" }, { signal: told.signal })).rejects.toBe(reason);
  await expect(memory.recall({ query: "parser" }, { timeoutMs: 0 })).rejects.toMatchObject({
    code: "TIMEOUT",
  });
});

it("runs several calls in one transaction, all or none", async () => {
  const state = { plan_id: "voyage", key: "leg" };
  const fact_id = await memory.transaction(async (tx) => {
    const { id } = await tx.learnFact({ content: "The tide turns at noon." });
    await new WorkflowState(tx, "voyage").increment("leg");
    await expect(tx.confirmFact({ fact_id: "fct_none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await tx.recall({ query: "tide noon" })).memories).toMatchObject([{ memory_id: id }]);
    return id;
  });
  expect(await memory.getFact({ fact_id })).toMatchObject({ active: true });

  const refused = memory.transaction(async (tx) => {
    await tx.setPlanState({ ...state, value: 7 });
    await tx.confirmFact({ fact_id: "fct_none" });
  });
  await expect(refused).rejects.toBeInstanceOf(PalimpsestClientError);
  await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await memory.getPlanState(state)).toMatchObject({ value: 1 });

  const ada = memory.as({ userId: "ada" });
  await ada.transaction((tx) => tx.setPlanState({ ...state, value: 2 }));
  expect(await memory.getPlanState(state)).toMatchObject({ value: 2, updated_by: "human:ada" });
});

it("undoes a transaction in which a call was given up, and says which calls belong to it", async () => {
  const state = { plan_id: "voyage", key: "given-up" };
  const given = memory.transaction(async (tx) => {
    await tx.setPlanState({ ...state, value: 1 });
    await tx.setPlanState({ ...state, value: 2 }, { timeoutMs: 0 }).catch(() => undefined);
    await tx.setPlanState({ ...state, value: 3 });
  });
  await expect(given).rejects.toMatchObject({ code: "TIMEOUT" });
  await expect(memory.getPlanState(state)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const past = memory.transaction(() => memory.getPlanState(state));
  await expect(past).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/callback/) });
  const nested = memory.transaction(() => memory.transaction(async () => 1));
  await expect(nested).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(memory.transaction(() => memory.health())).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(memory.transaction(() => memory.close())).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await memory.health()).toMatchObject({ status: "ok" });
  await expect(memory.transaction(async () => 1, { timeoutMs: 60_000 })).rejects.toThrow(TypeError);
});

it("closes the store once, leaves an embedder that it does not own, and opens it again", async () => {
  await memory[Symbol.asyncDispose]();
  await memory.close();
  expect(close).not.toHaveBeenCalled();
  await expect(memory.status()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect(memory.health()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const embedder = { ...(await openEmbedder({ provider: "builtin" })), close };
  const again = await openMemory({ dataDir, embedder });
  expect((await again.recall({ query: "parser" })).memories).toHaveLength(1);
  await again.close();
  expect(close).toHaveBeenCalledOnce();
});
