import type { Attributes } from "@palimpsest/contract";
import { expect } from "vitest";
import { composed, searchText } from "../../../substrate/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { FoldModel } from "./fold-model.js";

interface Projected {
  [column: string]: unknown;
  id: string;
  kind: string;
  attributes: Attributes;
  text: string;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  amended: boolean;
  blocked: string[];
  edits: number;
  words: number;
  counted: number;
  vectors: number;
  guards: boolean;
}

/** Every row, its words, its vector and their guards are what the model says they are. */
export async function checkProjections({ database }: TestMemory, model: FoldModel): Promise<void> {
  const ids = model.all();
  const rows = await database.ownerQuery<Projected>(
    `select m.id, m.kind, m.attributes, m.text, m.importance, m.retracted, m.quarantined, m.amended, m.blocked_channels as blocked,
       m.edit_count as edits, m.word_count as words, t.counted, v.vectors, coalesce(t.guards and v.guards, true) as guards
     from palimpsest.memory m,
       lateral (select palimpsest.reader_key(m.kind, m.visibility, m.owner_id) as key,
                  palimpsest.posting_guard(m.channel, m.boundary_class, m.quarantined, m.blocked_channels, m.expires_at) as guard) g,
       lateral (select coalesce(sum(tf), 0)::integer as counted,
                  bool_and(t.guard = g.guard and reader_key is not distinct from g.key) as guards
                from palimpsest.memory_term t where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position) t,
       lateral (select count(*)::integer as vectors, bool_and(reader_key is not distinct from g.key and kind = m.kind) as guards
                from palimpsest.memory_vector v where v.tenant_id = m.tenant_id and v.memory_id = m.id) v
     where m.id = any ($1) order by array_position($1, m.id)`,
    [ids],
  );
  expect(rows.map((row) => shownOf(row))).toEqual(
    ids.map((id, at) => {
      const state = model.state(id);
      const words = state.retracted ? 0 : rows[at]!.words;
      return { id, ...state, words, counted: words, vectors: state.retracted ? 0 : 1, guards: true };
    }),
  );
  expect(rows.every(({ retracted, words }) => retracted || words > 0)).toBe(true);
  await checkPostings(
    database,
    rows.filter(({ retracted }) => !retracted).map(({ id }) => id),
  );
  await checkCounters(database);
}

/** While a memory is retracted its stored text may be older than the attributes it is composed of. */
function shownOf({ kind, attributes, ...row }: Projected): Omit<Projected, "kind" | "attributes"> {
  return row.retracted ? { ...row, text: composed({ kind, attributes, text: row.text }).text } : row;
}

/** The words in the index are those of the text as it is now. */
async function checkPostings(database: TestMemory["database"], ids: string[]): Promise<void> {
  const rows = await database.ownerQuery<{
    id: string;
    text: string;
    speaker: string | null;
    occurred_at: Date;
  }>(`select id, text, speaker, occurred_at from palimpsest.memory where id = any ($1)`, [ids]);
  const searches = rows.map(({ text, speaker, occurred_at }) =>
    searchText({ text, speaker: speaker ?? undefined, occurredAt: occurred_at }),
  );
  const wrong = await database.ownerQuery(
    `select m.id from unnest($1::text[], $2::text[]) as i(id, search)
     join palimpsest.memory m on m.id = i.id
     where (select array_agg((t.term, t.tf) order by t.term) from palimpsest.memory_term t
            where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position)
       is distinct from (select array_agg((l.term, l.tf) order by l.term) from palimpsest.lexemes(i.search) l)`,
    [rows.map(({ id }) => id), searches],
  );
  expect(wrong).toEqual([]);
}

async function checkCounters(database: TestMemory["database"]): Promise<void> {
  const [row] = await database.ownerQuery(
    `select (select sum(memories)::integer from palimpsest.lexicon_stat) = count(*) as memories,
       (select sum(words)::integer from palimpsest.lexicon_stat) = sum(m.word_count) as words
     from palimpsest.memory m where not m.retracted`,
  );
  expect(row).toEqual({ memories: true, words: true });
}
