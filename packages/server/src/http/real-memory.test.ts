import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

const event = (text: string) => ({
  session_id: "session-1",
  channel: "private",
  actor_type: "human",
  actor_id: "ada",
  kind: "message",
  content: { text, scope: "user", subject_type: "user", subject_id: "ada" },
});

describe.each(engines)("on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (path: string, init?: RequestInit) => {
    const response = await real.app.request(path, init);
    const body = (await response.json()) as Record<string, unknown> & {
      error?: { code: string; message: string };
    };
    return { status: response.status, headers: response.headers, body };
  };
  const rows = async () => {
    const [row] = await real.test.ownerQuery<{ n: number }>(
      "select count(*)::int as n from palimpsest.memory",
    );
    return row?.n ?? -1;
  };

  test("/health says when a tenant's lexical index must be rebuilt, and how", async () => {
    await call("/api/v1/tasks");
    expect((await call("/health")).body).toMatchObject({ mode: { lexical_index: "current" }, notes: [] });
    const setVersion = (version: string) =>
      real.test.ownerQuery(`update palimpsest.tenant set lexical_version = ${version}`);
    await setVersion("'0-old'");
    expect((await call("/health")).body).toMatchObject({
      status: "ok",
      mode: { lexical_index: "stale" },
      notes: [expect.stringContaining("palimpsest index rebuild --all-tenants")],
    });
    await setVersion("palimpsest.lexical_version()");
  });

  test("an event goes in and is found by words, around its time, and by id", async () => {
    const recorded = await call("/api/v1/events", post(event("The heron nests on the north pier.")));
    expect(recorded.status).toBe(201);
    expect(recorded.body).toMatchObject({ status: "recorded", masked: 0 });
    const id = recorded.body.chunk_id;
    const found = await call("/api/v1/chunks/search", post({ query: "herons nesting", subject_id: "ada" }));
    expect(found.body.chunks).toEqual([expect.objectContaining({ chunk_id: id })]);
    const around = await call(`/api/v1/chunks/${id}/timeline?window_seconds=60`);
    expect([around.status, around.body.around_chunk_id]).toEqual([200, id]);
    const got = await call("/api/v1/chunks/get", post({ chunk_ids: [id] }));
    expect(got.body.chunks).toEqual([expect.objectContaining({ chunk_id: id, is_retracted: false })]);
  });

  test.each<[string, unknown, string]>([
    ["a NUL", event("a\u0000b"), "INVALID_UNICODE"],
    ["half a surrogate pair", event("\ud800x"), "INVALID_UNICODE"],
    ["a NUL in a free field", { ...event("x"), content: { text: "x", note: "\u0000" } }, "INVALID_UNICODE"],
    ["a NUL in a key", { ...event("x"), content: { text: "x", "a\u0000": 1 } }, "INVALID_UNICODE"],
    [
      "300 keys",
      { ...event("x"), content: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, i])) },
      "VALIDATION_ERROR",
    ],
    [
      "100,000 keys",
      { ...event("x"), content: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])) },
      "PAYLOAD_TOO_LARGE",
    ],
    ["200,000 items", { ...event("x"), content: { list: Array(200_000).fill(1) } }, "PAYLOAD_TOO_LARGE"],
    ["a null where a word is needed", { ...event("x"), channel: null }, "VALIDATION_ERROR"],
    ["an unknown channel", { ...event("x"), channel: "radio" }, "VALIDATION_ERROR"],
  ])("%s is refused and nothing is written", async (_, body, code) => {
    const before = await rows();
    const { status, body: answer } = await call("/api/v1/events", post(JSON.stringify(body)));
    expect([status, answer.error?.code]).toEqual([code === "PAYLOAD_TOO_LARGE" ? 413 : 400, code]);
    expect(await rows()).toBe(before);
  });

  test("the refusal names the field that holds the NUL", async () => {
    const { body } = await call("/api/v1/events", post(JSON.stringify(event("a\u0000b"))));
    expect(body.error).toMatchObject({ details: [{ path: "content.text" }] });
  });

  test("a key named __proto__ is refused wherever it stands, and pollutes nothing", async () => {
    const body = `{"session_id":"s","channel":"private","actor_type":"human","actor_id":"a","kind":"message","content":{"text":"x","__proto__":{"admin":true}}}`;
    expect((await call("/api/v1/events", post(body))).status).toBe(400);
    const kept = JSON.stringify({
      ...event("x y"),
      content: { text: "constructors", constructor: { prototype: { admin: true } } },
    });
    expect((await call("/api/v1/events", post(kept))).status).toBe(201);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test("what is not yours answers exactly as what does not exist", async () => {
    const mine = await call("/api/v1/events", post(event("Only for tenant A."), { "x-tenant-id": "a" }));
    const id = String(mine.body.chunk_id);
    const other = { "x-tenant-id": "b" };
    const strip = ({ status, body }: Awaited<ReturnType<typeof call>>) => ({ status, error: body.error });
    for (const path of ["/api/v1/chunks/ID/timeline", "/api/v1/memories/ID/history"]) {
      const foreign = strip(await call(path.replace("ID", id), { headers: other }));
      const missing = strip(await call(path.replace("ID", "chk_doesnotexist"), { headers: other }));
      expect(foreign).toEqual(missing);
      expect(foreign.status).toBe(404);
      expect((await call(path.replace("ID", id), { headers: { "x-tenant-id": "a" } })).status).toBe(200);
    }
    const found = await call("/api/v1/recall", post({ query: "Only for tenant A" }, other));
    expect(found.body.memories).toEqual([]);
  });

  test("one key, one effect: fifty at once get one answer", async () => {
    const init = () =>
      post({ text: "Idempotent indeed." }, { "idempotency-key": "key-1", "x-tenant-id": "idem" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("/api/v1/memories", init())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(49);
    const [row] = await real.test.ownerQuery(
      "select count(*)::int as n from palimpsest.memory where tenant_id = 'idem'",
    );
    expect(row).toEqual({ n: 1 });
  });

  test("a key with another body or operation is a conflict; with another tenant it is another key", async () => {
    const headers = { "idempotency-key": "key-2", "x-tenant-id": "idem" };
    expect((await call("/api/v1/memories", post({ text: "First." }, headers))).status).toBe(201);
    const body = await call("/api/v1/memories", post({ text: "Second." }, headers));
    const operation = await call("/api/v1/tasks", post({ title: "First." }, headers));
    expect([body.status, body.body.error?.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    expect([operation.status, operation.body.error?.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
    const other = await call(
      "/api/v1/memories",
      post({ text: "Second." }, { ...headers, "x-tenant-id": "idem2" }),
    );
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([201, null]);
  });

  test.each([[""], ["x".repeat(256)], ["a b"], ["é"], ["\u0007"]])(
    "the idempotency key %j is refused",
    async (key) => {
      const { status, body } = await call(
        "/api/v1/memories",
        post({ text: "x" }, { "idempotency-key": key }),
      );
      expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
    },
  );

  test.each([["x-tenant-id"], ["x-user-id"], ["x-agent-id"]])(
    "a %s that is no id is refused",
    async (header) => {
      // The last two are a byte that is not UTF-8, and a control character in UTF-8.
      for (const value of ["", "x".repeat(257), "\u00e9", "a\u00c2\u0085b"]) {
        expect((await call("/api/v1/status", { headers: { [header]: value } })).status).toBe(400);
      }
    },
  );
});
