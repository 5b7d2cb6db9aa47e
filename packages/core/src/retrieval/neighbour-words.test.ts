import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { surgery } from "../governance/testing/surgery.js";
import type { Principal } from "../identity/index.js";
import { newTenant, type TestTenant } from "../policy/testing/tenants.js";
import { barredGuards } from "../substrate/lexicon/guard.sql.js";
import { message } from "../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

type Channel = "public" | "team" | "agent" | "private";
/** Stands in one memory only, which the attacker is not admitted to. */
const secretWord = "xyzzyplugh";

describe.each(engines)("the words of a neighbour on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  /** Open turns around a guarded one, all in one session. */
  const plant = async (here: TestTenant, guard: (say: Say) => Promise<unknown>) => {
    const say: Say = async (text, given = {}, who = here.ann) =>
      (await memory.call(who, "recordEvent", message(text, { session_id: "s", channel: "public", ...given })))
        .chunk_id!;
    await say("the heron stands in the pond");
    await guard(say);
    await say("an egret waits beside it");
  };
  type Say = (text: string, given?: object, who?: Principal) => Promise<string>;
  const hidden = `the code word is ${secretWord}`;

  /** How each memory is hidden from a reader in channel public. */
  const guards: Record<string, (here: TestTenant, say: Say) => Promise<unknown>> = {
    "of a higher class": (_, say) => say(hidden, { sensitivity: "low" }),
    personal: (_, say) => say(hidden, { sensitivity: "high" }),
    secret: (_, say) => say(hidden, { sensitivity: "secret" }),
    "said in private": (_, say) => say(hidden, { channel: "private" }),
    "said in team": (_, say) => say(hidden, { channel: "team" }),
    "private to somebody": ({ ann }) =>
      memory.call(ann, "remember", {
        text: hidden,
        session_id: "s",
        channel: "public",
        visibility: "private",
      }),
    quarantined: async ({ ann }, say) => edit(ann, await say(hidden), { op: "quarantine" }),
    blocked: async ({ ann }, say) =>
      edit(ann, await say(hidden), { op: "block", patch: { channel: "public" } }),
    "blocked twice": async ({ ann }, say) => {
      const id = await say(hidden);
      await edit(ann, id, { op: "block", patch: { channel: "team" } });
      await edit(ann, id, { op: "block", patch: { channel: "public" } });
    },
    "amended and quarantined": async ({ ann }, say) => {
      const id = await say("nothing to see");
      await edit(ann, id, { op: "quarantine" });
      await edit(ann, id, { op: "amend", patch: { text: hidden } });
    },
    expired: async ({ ann, id }) => {
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      await memory.call(ann, "remember", { text: hidden, session_id: "s", channel: "public", expires_at });
      await memory.database.ownerQuery(
        `update palimpsest.memory set expires_at = now() - interval '1 second' where tenant_id = $1 and expires_at is not null`,
        [id],
      );
    },
  };

  /** What an answer tells of words. The meaning of a query changes with each of its words, whether or not they are found. */
  const told = async (who: Principal, query: string, given: object = {}) => {
    const { chunks, total_count } = await memory.call(who, "searchChunks", {
      query,
      channel: "public",
      explain: true,
      limit: 50,
      ...given,
    });
    const recalled = await memory.call(who, "recall", { query, channel: "public", ...given });
    return {
      total_count,
      chunks: chunks.map(({ text, parts }) => ({
        text,
        own: parts?.own,
        window: parts?.window,
        answer: parts?.answer,
      })),
      recalled: recalled.memories.map(({ text }) => text),
    };
  };
  const inSql = (who: Principal, query: string, channel: Channel | null) =>
    memory.services.db.transaction(who, (tx) =>
      tx.query<{ text: string; rank: number }>(
        `select text, rank from palimpsest.search_chunks($1, $2, p_channel => $3)`,
        [who.tenantId, query, channel],
      ),
    );

  it.each(Object.entries(guards))("leads nobody to the memories around one that is %s", async (_, guard) => {
    const here = newTenant(memory);
    await plant(here, (say) => guard(here, say));
    const at = new Date(Date.now() + 1).toISOString();
    const eve = human("eve", here.id);
    for (const given of [{}, { as_of: at }]) {
      const nowhere = await told(eve, "qwertyfnord", given);
      expect(await told(eve, secretWord, given)).toEqual(nowhere);
      // A word that stands nowhere and the hidden one must give the same scores, or the score tells that it is there.
      const plain = await told(eve, "heron qwertyfnord", given);
      expect(plain.chunks[0]?.text).toBe("the heron stands in the pond");
      expect(await told(eve, `heron ${secretWord}`, given)).toEqual(plain);
    }
    const { prompt } = await memory.call(eve, "context", { query: secretWord, channel: "public" });
    expect(prompt).not.toContain("heron");
    expect(await inSql(eve, secretWord, "public")).toEqual([]);
    expect(await inSql(eve, `heron ${secretWord}`, "public")).toEqual(
      await inSql(eve, "heron qwertyfnord", "public"),
    );
  });

  it("leads those who are admitted to it to its neighbours, in the channel where they are", async () => {
    const here = newTenant(memory);
    await plant(here, (say) => say(hidden, { channel: "team", sensitivity: "low" }));
    const count = async (channel: Channel | undefined) =>
      (await memory.call(here.bot, "searchChunks", { query: secretWord, channel })).total_count;
    expect(await count("private")).toBe(3);
    expect(await count("team")).toBe(3);
    expect([await count("agent"), await count("public"), await count(undefined)]).toEqual([0, 0, 0]);
    await here.set("channels: { agent: { reads: [public, team, agent] } }");
    expect(await count("agent")).toBe(3);
  });

  it("follow it into quarantine, and come back when it is restored", async () => {
    const here = newTenant(memory);
    let id = "";
    await plant(here, async (say) => {
      id = await say(hidden);
    });
    const count = async (given: object = {}) =>
      (await memory.call(here.ann, "searchChunks", { query: secretWord, channel: "public", ...given }))
        .total_count;
    expect(await count()).toBe(3);
    await edit(here.ann, id, { op: "quarantine" });
    expect([await count(), await count({ include_quarantined: true })]).toEqual([0, 3]);
    await edit(here.ann, id, { op: "restore" });
    expect(await count()).toBe(3);
    await memory.call(here.boss, "bulkEdit", {
      target_ids: [id],
      op: "block",
      patch: { channel: "public" },
      reason: "a test",
    });
    expect([await count(), await count({ channel: "team" })]).toEqual([0, 3]);
  });

  it("of a private memory lead its owner to its neighbours, and nobody else", async () => {
    const here = newTenant(memory);
    await plant(here, () =>
      memory.call(here.ann, "remember", {
        text: hidden,
        session_id: "s",
        channel: "public",
        visibility: "private",
      }),
    );
    const count = async (who: Principal) =>
      (await memory.call(who, "searchChunks", { query: secretWord, channel: "public" })).total_count;
    expect([await count(here.ann), await count(here.bot)]).toEqual([3, 0]);
  });

  it("are guarded by the same numbers in TypeScript and in SQL", async () => {
    const names = ["private", "public", "team", "agent"];
    const classes = ["public", "internal", "pii", "secret"];
    const rows = await memory.database.ownerQuery<{
      c: string;
      k: string;
      q: boolean;
      b: string[];
      guard: number;
    }>(
      `select c, k, q, b, palimpsest.posting_guard(c, k, q, b, null) as guard
       from unnest($1::text[]) c, unnest($2::text[]) k, unnest(array[true, false]) q,
         (select '{}'::text[] as b union all select array[n] from unnest($1::text[]) n union all select $1::text[]) blocks`,
      [names, classes],
    );
    expect(rows).toHaveLength(4 * 4 * 2 * 6);
    for (const channel of [undefined, ...names]) {
      for (const includeQuarantined of [true, false]) {
        const filter = { channel, classes: ["public", "pii"], saidIn: ["team", "agent"], includeQuarantined };
        const barred = barredGuards(filter);
        for (const { c, k, q, b, guard } of rows) {
          const admitted =
            filter.saidIn.includes(c) &&
            filter.classes.includes(k) &&
            (includeQuarantined || !q) &&
            (channel === undefined ? b.length === 0 : !b.includes(channel));
          expect((guard & barred) === 0).toBe(admitted);
        }
      }
    }
  });
});
