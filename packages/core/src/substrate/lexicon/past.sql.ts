import type { Attributes } from "@palimpsest/contract";
import type { Rows, Tx } from "../../db/index.js";
import { composed } from "../memory.js";
import { isActiveSpace } from "../vectors/space.sql.js";
import { maxPostings } from "./postings.js";

export type Changed = Pick<
  Rows["memory"],
  "id" | "reading_position" | "kind" | "speaker" | "occurred_at" | "retracted"
> & {
  /** Null where it was retracted, like its attributes. */
  text: string | null;
  attributes: Attributes | null;
  admission_needed: boolean;
};

/** Memories that existed at a moment and were edited after it, as they were then. */
export async function changedSince(tx: Tx, tenantId: string, at: string): Promise<Changed[]> {
  const rows = await tx.query<Changed>(
    `select m.id, m.reading_position, m.kind, m.speaker, m.occurred_at, s.text, s.attributes, s.retracted,
       palimpsest.admission_needed(m.visibility, m.boundary_class, s.quarantined, s.blocked_channels, m.expires_at) as admission_needed
     from palimpsest.states(array(select id from palimpsest.edited_since($2::timestamptz) as id), $2::timestamptz) s
     join palimpsest.memory m on m.tenant_id = $1 and m.id = s.id`,
    [tenantId, at],
  );
  return rows.map(composed);
}

export type Posting = Pick<
  Rows["memory_term"],
  "term" | "reading_position" | "tf" | "len" | "admission_needed"
>;

export function postingsBefore(
  tx: Tx,
  tenantId: string,
  terms: string[],
  at: string,
  without: string[],
): Promise<Posting[]> {
  return tx.query<Posting>(
    `select q.term, p.reading_position, p.tf, p.len, p.admission_needed
     from unnest($2::bigint[]) as q(term), lateral (
       select t.reading_position, t.tf, t.len, t.admission_needed
       from palimpsest.memory_term t
       join palimpsest.memory m on m.tenant_id = $1 and m.reading_position = t.reading_position and m.recorded_at <= $3::timestamptz
       where t.tenant_id = $1 and t.term = q.term and not (t.reading_position = any ($4::bigint[]))
       order by t.reading_position < 0, abs(t.reading_position) desc limit ${maxPostings}) p`,
    [tenantId, terms, at, without],
  );
}

/** The words of each text, as the index would count them. */
export async function lexemesOf(tx: Tx, texts: string[]): Promise<{ term: string; tf: number }[][]> {
  const rows = await tx.query<{ n: number; term: string; tf: number }>(
    `select t.n::integer as n, l.term, l.tf
     from unnest($1::text[]) with ordinality as t(search, n), palimpsest.lexemes(t.search) l order by t.n, l.term`,
    [texts],
  );
  const lists: { term: string; tf: number }[][] = texts.map(() => []);
  for (const { n, term, tf } of rows) lists[n - 1]!.push({ term, tf });
  return lists;
}

/** Memories and words indexed at a moment, without those named, and whether the space is the one read from. */
export async function lexiconAt(
  tx: Tx,
  at: string,
  without: string[],
  spaceId: number | undefined,
): Promise<{ memories: number; words: number; spaceIsActive: boolean }> {
  const [row] = await tx.query<{ memories: string; words: string; active: boolean }>(
    `select memories, words, ${isActiveSpace("$3")} as active from palimpsest.lexicon_at($1::timestamptz, $2)`,
    [at, without, spaceId ?? null],
  );
  return { memories: Number(row!.memories), words: Number(row!.words), spaceIsActive: row!.active };
}
