import type { ErrorCode, OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { samples } from "../selftest/world/sample-inputs.js";
import { fillTenant, type TenantWorld } from "../selftest/world/tenant-world.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory, tenantA } from "../testing/test-memory.js";
import { rowCounts } from "./testing/catalogue/row-counts.js";

const letters = (n: number) => Array.from({ length: n }, (_, i) => `agent${i}`);

/** Well-formed input that means nothing good: operation, what is changed in its sample, the answer. */
const refused: [OperationName, object, ErrorCode][] = [
  ["remember", { text: "   \n\t" }, "EMPTY_CONTENT"],
  ["remember", { text: "\u200b\u200b" }, "EMPTY_CONTENT"],
  ["remember", { text: "\u0301\u0301" }, "EMPTY_CONTENT"],
  ["remember", { text: "\ufdfa".repeat(64_000) }, "PAYLOAD_TOO_LARGE"],
  ["remember", { text: `e${"\u0301".repeat(60_000)}` }, "VALIDATION_ERROR"],
  ["remember", { importance: -0 }, "VALIDATION_ERROR"],
  ["remember", { importance: 5e-324 }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "amend", patch: { importance: 1e-300 } }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "attenuate", patch: { importance_delta: 1e-300 } }, "VALIDATION_ERROR"],
  ["remember", { visibility: "custom", audience: [] }, "VALIDATION_ERROR"],
  ["remember", { audience: ["bob"] }, "VALIDATION_ERROR"],
  ...[
    "infinity",
    "294277-01-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-01-01T00:00:61Z",
    "9999-01-01",
    "soon",
  ].map((from): [OperationName, object, ErrorCode] => ["searchChunks", { from }, "VALIDATION_ERROR"]),
  ...[
    "infinity",
    "294277-01-01T00:00:00Z",
    "0000-00-00T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "1970-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00:61Z",
    "now",
    "2026-01-01",
  ].flatMap((moment): [OperationName, object, ErrorCode][] => [
    ["remember", { occurred_at: moment }, "VALIDATION_ERROR"],
    ["remember", { expires_at: moment }, "VALIDATION_ERROR"],
    ["recall", { as_of: moment }, "VALIDATION_ERROR"],
  ]),
  ["recordEvent", { content: { text: "x", n: Number.NaN } }, "VALIDATION_ERROR"],
  ["recordEvent", { content: { text: "x", n: [Number.POSITIVE_INFINITY] } }, "VALIDATION_ERROR"],
  ["recordEvent", { content: { text: "x", "bad\u0000key": 1 } }, "INVALID_UNICODE"],
  ["recordEvent", { content: { text: "x", note: { deep: ["\udfff"] } } }, "INVALID_UNICODE"],
  [
    "recordEvent",
    { content: { task_id: "tsk_00000000000000000000000000" }, kind: "task_update" },
    "NOT_FOUND",
  ],
  ["chunkTimeline", { window_seconds: 1e18 }, "VALIDATION_ERROR"],
  ["chunkTimeline", { window_seconds: "1; select pg_sleep(9)" }, "VALIDATION_ERROR"],
  ["getChunks", { chunk_ids: Array.from({ length: 101 }, (_, n) => `chk_${n}`) }, "VALIDATION_ERROR"],
  ["applyEdit", { reason: "" }, "VALIDATION_ERROR"],
  ["applyEdit", { reason: " \n " }, "VALIDATION_ERROR"],
  ["applyEdit", { reason: "x".repeat(1_000_000) }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "retract", patch: { text: "new" } }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "amend", patch: { channel: "team" } }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "amend", patch: {} }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "amend", patch: { text: "\u200b" } }, "EMPTY_CONTENT"],
  ["applyEdit", { op: "block", patch: {} }, "VALIDATION_ERROR"],
  ["applyEdit", { op: "attenuate", patch: { importance_delta: -5 } }, "VALIDATION_ERROR"],
  ["createCapsule", { audience_agent_ids: [] }, "VALIDATION_ERROR"],
  ["createCapsule", { audience_agent_ids: ["a", "a"] }, "VALIDATION_ERROR"],
  ["createCapsule", { audience_agent_ids: letters(101) }, "VALIDATION_ERROR"],
  ["createCapsule", { audience_agent_ids: ["*"] }, "VALIDATION_ERROR"],
  ["createCapsule", { items: { chunks: [] } }, "VALIDATION_ERROR"],
  ["createCapsule", { items: { chunks: ["cap_00000000000000000000000000"] } }, "VALIDATION_ERROR"],
  ...[0, -1, 366, 2 ** 31, 1e6, "7d", 1.5].map((ttl_days): [OperationName, object, ErrorCode] => [
    "createCapsule",
    { ttl_days },
    "VALIDATION_ERROR",
  ]),
  ["createKey", { expires_in_days: 0 }, "VALIDATION_ERROR"],
  ["createKey", { scopes: ["root"] }, "VALIDATION_ERROR"],
];

const injections = [
  "'; drop table chunks;--",
  "$1 $2 %s %d",
  "\\x27 \\ \\\\ E'\\''",
  "reset role; set row_security = off",
  '"; select pg_sleep(9); --',
  "{{constructor}} #{1} <%= 1 %>",
  "a\u202eb \u{e0041}\u{e007f} c",
  "日本語 🦜 עברית",
  "\r\n tab\there",
];

const queries = [
  "",
  "   ",
  "the and of",
  "a & | ('",
  "!!!",
  ":*",
  "(".repeat(10_000),
  '"unclosed',
  "foo bar",
  "日本語の検索",
  "مرحبا",
  "🦜🦜🦜",
  "SELECT * FROM memory",
  "-",
  "\\",
  "%_%",
  "x".repeat(10_000),
  "e\u0301".repeat(50),
  "<script>",
  "NOT AND OR NEAR/3",
];

describe.each(engines)("hostile values on $name", (engine) => {
  let memory: TestMemory;
  let world: TenantWorld;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    world = await fillTenant(memory, tenantA, "grey");
  });
  afterAll(() => memory.close());

  it("are refused with a code that says why, and nothing is written", async () => {
    const before = await rowCounts(memory.database);
    const wrong: string[] = [];
    for (const [operation, change, code] of refused) {
      const { input, who = world.admin } = samples[operation](world) as { input: object; who?: Principal };
      const answer = await memory.call(who, operation, { ...input, ...change } as never).then(
        () => "accepted",
        (error: { code?: string }) => error.code,
      );
      if (answer !== code) wrong.push(`${operation} ${JSON.stringify(change).slice(0, 80)}: ${answer}`);
    }
    expect(wrong).toEqual([]);
    expect(await rowCounts(memory.database)).toEqual(before);
  });

  it("are returned byte for byte when they are text", async () => {
    for (const text of injections) {
      // A tag is one line in one direction.
      const tag = text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();
      const { memory_id } = await memory.call(world.ann, "remember", {
        text,
        tags: [tag],
        session_id: "inj",
      });
      const { chunks } = await memory.call(world.ann, "getChunks", {
        chunk_ids: [memory_id],
        channel: "private",
      });
      expect(chunks[0]?.text).toBe(text);
      const found = await memory.call(world.ann, "recall", { query: text, tags: [tag] });
      expect(found.memories.map((m) => m.tags)).toEqual([[tag]]);
      const { chunk_id } = await memory.call(
        world.ann,
        "recordEvent",
        message(text, { refs: [text], content: { [text]: text } }),
      );
      const again = await memory.call(world.ann, "getChunks", { chunk_ids: [chunk_id!], channel: "private" });
      expect(again.chunks[0]?.text).toBe(text.trim());
    }
    const [row] = await memory.database.ownerQuery<{ n: string }>(
      "select count(*) as n from palimpsest.memory",
    );
    expect(Number(row?.n)).toBeGreaterThan(injections.length);
  });

  it("are all legal queries", async () => {
    for (const query of queries) {
      const asked = [
        memory.call(world.ann, "searchChunks", { query, channel: "private" }),
        memory.call(world.ann, "recall", { query }),
        memory.call(world.ann, "context", { query, max_tokens: 256 }),
      ];
      for (const answer of asked) await expect(answer, query.slice(0, 40)).resolves.toBeDefined();
    }
  });

  it("are refused as idempotency keys", async () => {
    const before = await rowCounts(memory.database);
    for (const idempotencyKey of [
      "",
      "x".repeat(256),
      "x".repeat(1_000_000),
      "a b",
      "a\nb",
      "a\u0000b",
      "ключ",
    ]) {
      const call = memory.call(world.ann, "remember", { text: "once" }, { idempotencyKey });
      await expect(call, idempotencyKey.slice(0, 20)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    expect(await rowCounts(memory.database)).toEqual(before);
  });
});
