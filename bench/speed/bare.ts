import type { Memory } from "@palimpsest/core";

type Scoring = typeof import("../../packages/core/dist/retrieval/score/lexical-score.js");
type Postings = typeof import("../../packages/core/dist/substrate/lexicon/postings.js");
type Cues = typeof import("../../packages/core/dist/substrate/cues.js");

const core = new URL("../../../packages/core/dist/", import.meta.url);

/*
 * The product's search as somebody would write it who trusts every caller: the same index, scoring and number of
 * results, with no role, row level security, admission, audit or checked answer around it.
 */
const postings = `
  with size as materialized (
    select sum(memories) as memories, sum(words) as words from palimpsest.lexicon_stat where tenant_id = $1
  )
  select size.memories, size.words, q.spelt, p.df::integer as df, p.packed
  from size, (select l.term, array_agg(w.word) as spelt from unnest(string_to_array($2, ' ')) as w(word), palimpsest.lexemes(w.word) l group by l.term) q, lateral (
    select count(*) as df,
      encode(string_agg(packed, ''), 'base64') as packed
    from ((select packed from palimpsest.memory_term
           where tenant_id = $1 and term = q.term and reading_position >= 0 order by reading_position desc limit 5000)
          union all
          (select packed from palimpsest.memory_term
           where tenant_id = $1 and term = q.term and reading_position < 0 order by reading_position limit 5000) limit 5000) t
  ) p`;

const candidates = `
  select m.id, m.reading_position, m.word_count, m.cues, 1 - (v.embedding <=> $3::vector) as cosine
  from palimpsest.memory m join palimpsest.memory_vector v on v.tenant_id = $1 and v.memory_id = m.id
  where m.tenant_id = $1 and m.reading_position = any ($2::bigint[])`;

const texts =
  "select id, text, importance, occurred_at from palimpsest.memory where tenant_id = $1 and id = any ($2)";

interface PostingRow extends Record<string, unknown> {
  readonly memories: string;
  readonly words: string;
  readonly spelt: string[];
  readonly df: number;
  readonly packed: string | null;
}

interface CandidateRow extends Record<string, unknown> {
  readonly id: string;
  readonly reading_position: string;
  readonly word_count: number;
  readonly cues: number;
  readonly cosine: number;
}

export const bareSearch = async ({ services: { db, embedder } }: Memory, tenant: string) => {
  const { LexicalScorer } = (await import(new URL("retrieval/score/lexical-score.js", core).href)) as Scoring;
  const { unpackPostings } = (await import(new URL("substrate/lexicon/postings.js", core).href)) as Postings;
  const { readCues } = (await import(new URL("substrate/cues.js", core).href)) as Cues;
  return async (query: string, limit: number): Promise<unknown[]> => {
    const [values] = await embedder.embed([query], { purpose: "query" });
    const vector = `[${values!.join(",")}]`;
    return db.ownerStatements(async (tx) => {
      // Three statements that must see one state need a transaction whoever asks.
      await tx.query("begin isolation level repeatable read read only");
      const rows = await tx.prepared<PostingRow>(postings, [tenant, query]);
      const scorer = new LexicalScorer({
        memories: Number(rows[0]?.memories ?? 0),
        words: Number(rows[0]?.words ?? 0),
        spaceIsActive: true,
        terms: rows.flatMap((row) => (row.packed ? [unpackPostings(row.spelt, row.packed, row.df)] : [])),
      });
      const [positions = []] = scorer.rounds(100);
      const found = await tx.prepared<CandidateRow>(candidates, [tenant, positions, vector]);
      scorer.learn(
        found.map((row) => ({
          position: Number(row.reading_position),
          words: row.word_count,
          run: row.cues >> 16,
        })),
      );
      const scoreOf = (row: CandidateRow) => {
        const { own, window, answer } = scorer.score(Number(row.reading_position), readCues(row.cues));
        return own + window + answer + 0.05 * row.cosine;
      };
      const best = found
        .map((row) => ({ id: row.id, score: scoreOf(row) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
      const page = await tx.prepared(texts, [tenant, best.map(({ id }) => id)]);
      await tx.query("commit");
      return page;
    });
  };
};

export const bareGet =
  ({ services: { db } }: Memory, tenant: string) =>
  (ids: string[]): Promise<unknown[]> =>
    db.ownerStatements((tx) => tx.prepared(texts, [tenant, ids]));
