import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openMemory } from "../../open-memory.js";
import { engines } from "../testing/index.js";
import { migrateStatus } from "./migrate-status.js";
import { migrations } from "./migrations.generated.js";

const frozen = JSON.parse(
  readFileSync(new URL("../../../../../sql/frozen.json", import.meta.url), "utf8"),
) as Record<string, string>;

/** The schema of the first release: every later one can upgrade it. */
const baseline = migrations.slice(0, 9);

type Called = "recall" | "applyEdit" | "approveEdit" | "listEdits" | "memoryHistory" | "replayAcb";

/** Memories, an edit and one that waits, written with plain SQL as the first release stores them. */
const firstData = `
  insert into palimpsest.tenant (tenant_id) values ('first');
  insert into palimpsest.principal (tenant_id, principal_id, type) values ('first', 'local', 'human');
  insert into palimpsest.memory (tenant_id, id, kind, as_chunk, origin, source, reading_position, channel, owner_id, text,
    importance, edit_count, content_hash, original_hash, token_count, word_count, occurred_at)
  values ('first', 'chk_first', 'chunk', true, 'human', 'human:local', -16, 'private', 'local',
    'The heron stands in the pond', 0.5, 1, 'digest', 'digest', 7, 3, '2026-01-01T00:00:00Z');
  insert into palimpsest.principal (tenant_id, principal_id, type) values ('first', 'bot', 'agent');
  insert into palimpsest.memory (tenant_id, id, kind, origin, source, speaker, reading_position, channel, owner_id, text,
    content_hash, original_hash, occurred_at)
  values ('first', 'chk_tool', 'chunk', 'tool', 'tool:web', 'web', -32, 'private', 'bot', 'x', 'd', 'd', now()),
         ('first', 'chk_bot', 'chunk', 'agent', 'agent:bot', 'maria', -48, 'private', 'bot', 'x', 'd', 'd', now());
  update palimpsest.memory set text = 'y', amended = true, edit_count = 1 where id = 'chk_bot';
  insert into palimpsest.memory_original (tenant_id, memory_id, text, importance) values ('first', 'chk_bot', 'x', 0);
  insert into palimpsest.policy (tenant_id, version, source, document, applied_by) values ('first', '1.0.0', 'x',
    '{"version": "1.0.0", "retrieval": {"trust": {"same_source_share": 0.25}, "context": {"source_items": 9}}}', 'local');
  insert into palimpsest.memory_original (tenant_id, memory_id, text, importance)
  values ('first', 'chk_first', 'The heron stands in the pond', 0.9);
  insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
  select 'first', term, -16, tf, 3, false, false from palimpsest.lexemes('the heron stands in the pond');
  insert into palimpsest.lexicon_stat (tenant_id, shard, memories, words) values ('first', 0, 1, 3);
  insert into palimpsest.memory (tenant_id, id, kind, as_chunk, origin, source, reading_position, channel, owner_id, text,
    boundary_class, quarantined, blocked_channels, expires_at, content_hash, original_hash, occurred_at)
  values ('first', 'chk_guarded', 'chunk', true, 'human', 'human:local', -480, 'team', 'local', 'The bittern hides',
      'pii', true, '{private,agent}', '2126-01-01T00:00:00Z', 'other', 'other', '2026-01-01T00:00:00Z'),
    ('first', 'rul_first', 'rule', false, 'human', 'human:local', -496, 'private', 'local', 'Do not feed the birds',
      'public', false, '{}', null, 'third', 'third', '2026-01-01T00:00:00Z');
  insert into palimpsest.memory_original (tenant_id, memory_id, text, importance)
  values ('first', 'chk_guarded', 'The bittern hides', 0), ('first', 'rul_first', 'Do not feed the birds', 0);
  insert into palimpsest.memory_term (tenant_id, term, reading_position, tf, len, admission_needed, visibility_limited)
  select 'first', term, -480, tf, 2, true, false from palimpsest.lexemes('the bittern hides');
  insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id)
  values ('first', 'edt_first', 'chk_first', 'attenuate', '{"importance": 0.5}', 'a test', 'human', 'local'),
    ('first', 'edt_bot', 'chk_bot', 'amend', '{"text": "y"}', 'a test', 'agent', 'cog');
  insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
  values ('first', 'edt_first', 'chk_first', 'approved', 'human', 'local'),
    ('first', 'edt_bot', 'chk_bot', 'approved', 'agent', 'cog');
  insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, reason, proposer_type, proposer_id)
  values ('first', 'edt_waits', 'rul_first', 'quarantine', 'a test', 'agent', 'bot');
  insert into palimpsest.memory_edit_pending (tenant_id, edit_id) values ('first', 'edt_waits');
  insert into palimpsest.receipt (tenant_id, acb_id, principal_id, session_id, read_at, inputs, policy_version,
    budget_tokens, total_tokens, digest)
  values ('first', 'acb_first', 'local', 's', clock_timestamp(), '{"session_id": "s", "channel": "private",
    "query_text": "heron", "include_capsules": true, "include_quarantined": false, "max_tokens": 65000}', '1.0.0', 65000,
    9, 'of another version');
  insert into palimpsest.receipt_item (tenant_id, acb_id, position, memory_id, section, tokens)
  values ('first', 'acb_first', 1, 'chk_first', 'retrieved_evidence', 9);
  insert into palimpsest.memory (tenant_id, id, kind, origin, source, reading_position, channel, owner_id, visibility, text,
    content_hash, original_hash, occurred_at)
  values ('first', 'epi_own', 'episode', 'agent', 'agent:bot', -512, 'private', 'eve', 'private', 'x', 'e', 'e', now());
  insert into palimpsest.embedding_space (model, dims, state) values ('first', 3, 'retired');
  insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, admission_needed, embedding)
  select 'first', space_id, id, id = 'epi_own', '[1,2,3]' from palimpsest.embedding_space, unnest('{chk_first,epi_own}'::text[]) id;
  insert into palimpsest.api_key (tenant_id, key_id, principal_id, type, role, hash)
  values ('first', 'key_first', 'local', 'human', 'reader', sha256('pal_${"k".repeat(43)}'::bytea));`;

describe("migrations that have landed", () => {
  it("are never edited: a change is a new file, whose checksum is added to sql/frozen.json", () => {
    const now = migrations.map(({ version, name, sql }) => [
      `${String(version).padStart(4, "0")}_${name}.sql`,
      createHash("sha256").update(sql).digest("hex"),
    ]);
    expect(Object.fromEntries(now)).toEqual(frozen);
  });
});

describe.each(engines)("a store of the first release on $name", (engine) => {
  it("is upgraded by all later migrations, and its memories are found and can be edited", async () => {
    const test = await engine.open({ migrations: baseline });
    await test.ownerQuery(firstData);
    const memory = await openMemory({
      database: test.options,
      embedder: { provider: "builtin" },
      settings: { auth: "none" },
      migrate: true,
    });
    const call = async (operation: Called, input: object) =>
      (
        await memory.dispatch({
          operation,
          input,
          credential: { kind: "local", tenantId: "first" },
          surface: "sdk",
        })
      ).output;
    expect(await migrateStatus(memory.services.db)).toMatchObject({ current: migrations.length });
    expect(await call("recall", { query: "heron", channel: "private" })).toMatchObject({
      memories: [{ memory_id: "chk_first", text: "The heron stands in the pond", importance: 0.5 }],
    });
    const guards = await test.ownerQuery(
      `select m.id, m.channel, t.guard from palimpsest.memory m
       left join palimpsest.memory_term t on t.tenant_id = m.tenant_id and t.reading_position = m.reading_position
       where m.id in ('chk_first', 'chk_guarded', 'rul_first') group by 1, 2, 3 order by m.id`,
    );
    expect(guards).toEqual([
      { id: "chk_first", channel: "private", guard: 1 + 16 },
      { id: "chk_guarded", channel: "team", guard: 4 + 64 + 256 + 2048 + 4096 + 8192 },
      { id: "rul_first", channel: "public", guard: null },
    ]);
    const keys = await test.ownerQuery(
      `select memory_id, kind, reader_key = 0 as is_open, reader_key = palimpsest.owner_key('eve') as is_eves
       from palimpsest.memory_vector where space_id = 1 order by memory_id`,
    );
    expect(keys).toEqual([
      { memory_id: "chk_first", kind: "chunk", is_open: true, is_eves: false },
      { memory_id: "epi_own", kind: "episode", is_open: false, is_eves: true },
    ]);
    const items = [{ memory_id: "chk_first", verified: true, withheld: null }];
    expect(await call("replayAcb", { acb_id: "acb_first" })).toMatchObject({
      ...{ identical: false, verified: false, causes: [{ cause: "version" }], items },
    });
    const text = "The egret stands in the pond";
    const edit = {
      target_type: "memory",
      target_id: "chk_first",
      op: "amend",
      patch: { text },
      reason: "a test",
    };
    await call("applyEdit", edit);
    expect(await call("replayAcb", { acb_id: "acb_first" })).toMatchObject({
      causes: [{ memory_id: "chk_first", cause: "edit", op: "amend" }],
      items: [{ memory_id: "chk_first", verified: true, withheld: "amended" }],
    });
    expect(await call("recall", { query: "egret" })).toMatchObject({ memories: [{ text, importance: 0.5 }] });
    expect(await call("memoryHistory", { memory_id: "chk_first", include_original: true })).toMatchObject({
      original: { text: "The heron stands in the pond" },
      current: { text, edits_applied: 2 },
    });
    expect(await call("listEdits", { status: "pending" })).toMatchObject({
      edits: [{ edit_id: "edt_waits", op: "quarantine" }],
    });
    expect(await call("approveEdit", { edit_id: "edt_waits" })).toMatchObject({ status: "approved" });
    expect(await call("memoryHistory", { memory_id: "rul_first" })).toMatchObject({
      current: { is_quarantined: true },
    });
    const writers =
      "select id, writer, speaker, edited_by from palimpsest.memory where owner_id = 'bot' order by id";
    expect(await test.ownerQuery(writers)).toEqual([
      { id: "chk_bot", writer: "agent:bot", speaker: "maria", edited_by: ["agent:cog"] },
      { id: "chk_tool", writer: "agent:bot", speaker: "web", edited_by: [] },
    ]);
    const { output } = await memory.dispatch({
      operation: "status",
      input: {},
      credential: { kind: "bearer", token: `pal_${"k".repeat(43)}` },
      surface: "sdk",
    });
    expect(output).toMatchObject({ you: { tenant_id: "first", principal_id: "local", role: "reader" } });
    const policies = "select document->'retrieval' as retrieval from palimpsest.policy";
    expect(await test.ownerQuery(policies)).toEqual([
      { retrieval: { trust: { same_writer_share: 0.25 }, context: {} } },
    ]);
    await memory.close();
    await test.close();
  });
});
