import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { message } from "../../testing/samples.js";
import {
  admin,
  agent,
  human,
  openTestMemory,
  type TestMemory,
  tenantA,
  tenantB,
} from "../../testing/test-memory.js";

const long = "line of output\n".repeat(6_000);

/** Events of every kind and form, in three sessions. */
const every = (taskId: string) => [
  message("The heron waded through the marsh", { session_id: "one", tags: ["pinned", "bird"] }),
  message("Yes, at dawn", { session_id: "two", actor_type: "agent", actor_id: "bot", sensitivity: "low" }),
  message("It came back", {
    session_id: "one",
    occurred_at: "2024-05-01T10:00:00Z",
    content: { scope: "user", subject_type: "user", subject_id: "jack", project_id: "marsh" },
  }),
  message("", {
    session_id: "one",
    kind: "tool_call",
    actor_type: "tool",
    content: { text: undefined, tool: "ls" },
  }),
  message("", {
    session_id: "three",
    kind: "tool_result",
    actor_type: "tool",
    refs: ["a.ts"],
    content: { text: undefined, excerpt_text: "It built", tool: "make", output: long },
  }),
  message("", {
    session_id: "one",
    kind: "decision",
    content: { text: undefined, decision: "Ship", rationale: ["calm"] },
  }),
  message("", {
    session_id: "two",
    kind: "task_update",
    content: { text: undefined, title: "Count herons" },
  }),
  message("", {
    session_id: "two",
    kind: "task_update",
    content: { text: undefined, title: "Half is counted", task_id: taskId, status: "doing" },
  }),
  message("The key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", {
    session_id: "three",
    channel: "team",
  }),
];

/** All rows of a table in one order, without what must differ between two tenants. */
const differing =
  "tenant_id,id,event_id,memory_id,artifact_id,from_id,to_id,reading_position,packed,thread_no,content_hash,original_hash,words_hash,original_words_hash,recorded_at,ts,at,created_at,transaction_id,seq,occurred_at";
const rowsOf = (table: string) =>
  `select (to_jsonb(t) - '{${differing}}'::text[]) #- '{content,task_id}' #- '{content,artifact_id}' as row
   from palimpsest.${table} t where t.tenant_id = $1 order by 1`;
const tables = [
  "memory",
  "memory_original",
  "memory_term",
  "memory_vector",
  "memory_state",
  "memory_link",
  "record",
  "artifact",
  "thread",
];

describe.each(engines)("a batch of events on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("leaves the same rows in every table as the same events written singly", async () => {
    const taskIn = async (tenant: string) =>
      (await memory.call(admin(tenant), "createTask", { title: "Look after the marsh" })).memory_id;
    const [single, batched] = [await taskIn(tenantA), await taskIn(tenantB)];
    for (const event of every(single)) await memory.call(human("ann", tenantA), "recordEvent", event);
    const answer = await memory.call(human("ann", tenantB), "recordEvents", { events: every(batched) });
    expect(answer).toMatchObject({ recorded: 9, replayed: 0, refused: 0 });
    expect(answer.results.map(({ memory_id }) => memory_id?.slice(0, 3))).toEqual([
      "chk",
      "chk",
      "chk",
      undefined,
      "chk",
      "dec",
      "tsk",
      "chk",
      "chk",
    ]);
    const query = memory.database.ownerQuery;
    for (const table of tables) {
      const rows = await query(rowsOf(table), [tenantA]);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(await query(rowsOf(table), [tenantB]), table).toEqual(rows);
    }
    const turns = `select session_id, text, reading_position % 1048576 as turn from palimpsest.memory
      where tenant_id = $1 and session_id is not null order by session_id, reading_position`;
    expect(await query(turns, [tenantB])).toEqual(await query(turns, [tenantA]));
    const counts = `select sum(memories)::integer as memories, sum(words)::integer as words
      from palimpsest.lexicon_stat where tenant_id = $1`;
    expect(await query(counts, [tenantB])).toEqual(await query(counts, [tenantA]));
    const entries = `select ids, actor_id, operation, decision from palimpsest.audit_entry
      where tenant_id = $1 and operation = 'recordEvents'`;
    const made = answer.results.flatMap(({ event_id, memory_id, artifact_id }) =>
      [event_id, memory_id, artifact_id].filter((id) => id !== undefined),
    );
    await memory.services.audit.flush();
    const [entry, ...more] = await query<{ ids: string[] }>(entries, [tenantB]);
    expect(more).toEqual([]);
    expect([...entry!.ids].sort()).toEqual(made.sort());
  });

  it("gives each event its own result, and writes the good ones", async () => {
    const who = human("own", "results");
    const gone = await memory.call(who, "remember", { text: "The secret nest is in the old oak" });
    await memory.call(who, "forget", { memory_id: gone.memory_id, reason: "private" });
    const events = [
      message("The first good one"),
      { ...message("x"), channel: "nowhere" },
      message("the secret nest is in the old oak!"),
      message("   "),
      message("", {
        kind: "task_update",
        content: { text: undefined, details: "more", task_id: "tsk_none" },
      }),
      message("sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", {
        session_id: "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD",
      }),
      "not an event",
      message("The last good one"),
    ];
    const { results, recorded, refused } = await memory.call(who, "recordEvents", {
      events: events as never,
    });
    expect([recorded, refused]).toEqual([2, 6]);
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
      "recorded",
      "VALIDATION_ERROR",
      "TOMBSTONED",
      "EMPTY_CONTENT",
      "NOT_FOUND",
      "VALIDATION_ERROR",
      "VALIDATION_ERROR",
      "recorded",
    ]);
    const listed = await memory.call(who, "listMemories", { total: true });
    expect(listed.total_count).toBe(2);
    await expect(
      memory.call(who, "recordEvents", {
        events: [message("A third one"), events[2] as never],
        atomic: true,
      }),
    ).rejects.toMatchObject({ code: "TOMBSTONED", message: expect.stringMatching(/^events\.1: /) });
    expect((await memory.call(who, "listMemories", { total: true })).total_count).toBe(2);
  });

  it("records an event once for one key: in a batch, between batches, alone, and under the key of the call", async () => {
    const who = agent("once", "keys");
    const keyed = (text: string, idempotency_key: string) => ({ ...message(text), idempotency_key });
    const first = await memory.call(who, "recordEvents", {
      events: [keyed("one", "k1"), keyed("two", "k2"), keyed("one", "k1"), keyed("other words", "k2")],
    });
    expect(first.results.map(({ status, error }) => error?.code ?? status)).toEqual([
      "recorded",
      "recorded",
      "replayed",
      "IDEMPOTENCY_CONFLICT",
    ]);
    expect(first.results[2]?.event_id).toBe(first.results[0]?.event_id);
    const again = await memory.call(who, "recordEvents", {
      events: [keyed("two", "k2"), keyed("three", "k3")],
      atomic: true,
    });
    expect(again.results.map(({ status }) => status)).toEqual(["replayed", "recorded"]);
    expect(again.results[0]?.event_id).toBe(first.results[1]?.event_id);
    const alone = await memory.call(who, "recordEvent", message("three"), { idempotencyKey: "k3" });
    expect(alone.event_id).toBe(again.results[1]?.event_id);

    const call = () =>
      memory.call(
        who,
        "recordEvents",
        { events: [message("four"), message("four")] },
        { idempotencyKey: "call" },
      );
    const [a, b] = await Promise.all([call(), call()]);
    expect([a.recorded + b.recorded, a.replayed + b.replayed]).toEqual([2, 2]);
    expect(a.results.map(({ event_id }) => event_id)).toEqual(b.results.map(({ event_id }) => event_id));
    expect((await memory.call(who, "listMemories", { total: true })).total_count).toBe(5);
  });

  it("keeps the order of a session over more events than one transaction takes", async () => {
    const who = human("long", "order");
    const events = Array.from({ length: 450 }, (_, n) =>
      message(`turn number ${n}`, { session_id: `s${n % 2}` }),
    );
    const { recorded } = await memory.call(who, "recordEvents", { events });
    expect(recorded).toBe(450);
    const rows = await memory.database.ownerQuery<{ text: string }>(
      `select text from palimpsest.memory where tenant_id = 'order' order by session_id, reading_position`,
    );
    const numbers = rows.map(({ text }) => Number(text.split(" ").at(-1)));
    expect(numbers).toEqual([0, 1].flatMap((odd) => events.flatMap((_, n) => (n % 2 === odd ? n : []))));
  });

  it("refuses no events and more than 1,000 at once", async () => {
    for (const events of [[], Array.from({ length: 1_001 }, () => message("x"))]) {
      await expect(memory.call(human(), "recordEvents", { events })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
  });
});
