import { expect, test } from "vitest";
import { engines } from "../../packages/core/src/db/testing/index.js";
import { openTestMemory } from "../../packages/core/src/testing/test-memory.js";
import { seededRandom } from "../lib/random.js";
import { makeWorkload } from "../lib/workload.js";
import { makeChunks } from "./corpus.js";
import { loadChunks } from "./load-chunks.js";

/** Everything that a write leaves behind, in one order, without what must differ: ids, digests, moments, transactions, threads. */
const left = `
  select to_jsonb(m) - '{tenant_id,id,reading_position,content_hash,original_hash,words_hash,original_words_hash,recorded_at,transaction_id}'::text[]
      || jsonb_build_object('turn', m.reading_position % 1048576, 'hashes', m.content_hash = m.original_hash,
           'words', m.words_hash = m.original_words_hash) as memory,
    (select to_jsonb(o) - '{tenant_id,memory_id}'::text[] from palimpsest.memory_original o
     where o.tenant_id = m.tenant_id and o.memory_id = m.id) as original,
    (select jsonb_agg(to_jsonb(t) - '{tenant_id,reading_position,packed}'::text[] order by t.term) from palimpsest.memory_term t
     where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position) as terms,
    (select jsonb_agg(to_jsonb(v) - '{tenant_id,memory_id}'::text[]) from palimpsest.memory_vector v
     where v.tenant_id = m.tenant_id and v.memory_id = m.id) as vectors,
    (select to_jsonb(r) - '{tenant_id,event_id,memory_id,ts,transaction_id}'::text[] from palimpsest.record r
     where r.tenant_id = m.tenant_id and r.memory_id = m.id) as record,
    (select t.next_turn from palimpsest.thread t
     where t.tenant_id = m.tenant_id and t.session_id = m.session_id) as thread
  from palimpsest.memory m where m.tenant_id = $1 order by m.session_id, m.reading_position`;

test.each(engines)("loads what single writes would have left, on $name", async (engine) => {
  const memory = await openTestMemory(engine);
  try {
    const chunks = makeChunks(makeWorkload(3), seededRandom(3), 50);
    for (const { agentId, actor, session, text, at } of chunks) {
      await memory.as({ kind: "local", tenantId: "single", agentId })("recordEvent", {
        session_id: session,
        channel: "private",
        actor_type: agentId === undefined ? "human" : "agent",
        actor_id: actor,
        kind: "message",
        content: { text },
        occurred_at: at,
      });
    }
    // In two parts, so that sessions go on where they stood.
    await loadChunks(memory.services, ["loaded"], chunks.slice(0, 30));
    const [ids] = await loadChunks(memory.services, ["loaded"], chunks.slice(30));
    expect(ids?.length).toBe(20);

    const query = memory.database.ownerQuery;
    const single = await query(left, ["single"]);
    expect(single.length).toBe(50);
    expect(await query(left, ["loaded"])).toEqual(single);
    const counts = `select sum(memories)::integer as memories, sum(words)::integer as words
      from palimpsest.lexicon_stat where tenant_id = $1`;
    expect(await query(counts, ["loaded"])).toEqual(await query(counts, ["single"]));
  } finally {
    await memory.close();
  }
});
