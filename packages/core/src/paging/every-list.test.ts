import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { admin, agent, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const [boss, bot] = [admin(), agent("bot")];

describe.each(engines)("the pages of every list on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (const [n, scope] of (["user", "policy", "user", "project", "policy"] as const).entries()) {
      const { memory_id: decision_id } = await memory.call(boss, "createDecision", {
        decision: `decision ${n}`,
        scope,
      });
      await memory.call(bot, "correct", { memory_id: decision_id, text: `other ${n}`, reason: "r" });
      const status = (["open", "doing", "done", "open", "doing"] as const)[n]!;
      await memory.call(boss, "createTask", { title: `task ${n}`, status });
      const invariant = (["safety", undefined, "hard_constraint", undefined, undefined] as const)[n];
      await memory.call(boss, "createRule", { content: `rule ${n}`, priority: n % 3, invariant });
      await memory.call(boss, "createKey", { principal: boss.id, type: "human" });
      await memory.call(boss, "createCapsule", {
        ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["bot"] },
        items: { decisions: [decision_id] },
      });
    }
  });
  afterAll(() => memory.close());

  const later = () => new Date(Date.now() + 60_000).toISOString();
  const lists: [OperationName, string, () => object][] = [
    ["listDecisions", "decisions", () => ({ channel: "private" })],
    ["listTasks", "tasks", () => ({ channel: "private", status: "any" })],
    ["listRules", "rules", () => ({ channel: "private" })],
    ["listCapsules", "capsules", () => ({ mine: true })],
    ["listKeys", "keys", () => ({})],
    ["listEdits", "edits", () => ({ status: "pending" })],
    ["listAudit", "entries", () => ({ operation: "createTask" })],
    ["listMemories", "memories", () => ({ until: later() })],
  ];

  it.each(lists)("of %s make up the whole list", async (operation, field, filter) => {
    const input = filter();
    const call = async (page: object) =>
      (await memory.call(boss, operation, { ...input, ...page } as never)) as Record<string, unknown>;
    const all = (await call({ limit: 200 }))[field] as object[];
    expect(all.length).toBeGreaterThanOrEqual(5);
    const seen: object[] = [];
    let cursor: unknown;
    do {
      const page = await call({ limit: 2, cursor });
      seen.push(...(page[field] as object[]));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
  });

  it.each(lists.slice(0, 3))("of %s as at a moment do so too", async (operation, field, filter) => {
    const [row] = await memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    const input = { ...filter(), as_of: row!.at };
    const first = (await memory.call(boss, operation, { ...input, limit: 3 } as never)) as Record<
      string,
      unknown
    >;
    const rest = (await memory.call(boss, operation, {
      ...input,
      cursor: first.next_cursor,
    } as never)) as Record<string, unknown>;
    expect([...(first[field] as object[]), ...(rest[field] as object[])]).toHaveLength(5);
  });
});
