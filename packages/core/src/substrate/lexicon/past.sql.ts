import type { Attributes } from "@palimpsest/contract";
import type { Rows, Tx } from "../../db/index.js";
import { composed } from "../memory.js";
import { type AsOf, hasNotExpiredSince, pastRows, wasRecorded, withheldReason } from "../past/as-of.sql.js";
import { usable } from "../read/admission.sql.js";
import type { Filter } from "../read/filter.js";
import { isActiveSpace } from "../vectors/space.sql.js";
import { queryTerms, queryWords } from "./lexicon.sql.js";
import { maxPostings } from "./postings.js";

export type Changed = Pick<
  Rows["memory"],
  "id" | "reading_position" | "kind" | "speaker" | "occurred_at" | "retracted" | "text" | "cues"
> & {
  attributes: Attributes;
  /** Its words, as they were, may be used by this reader. */
  usable: boolean;
  /** What happened to it since keeps it, and its words, from this reader. */
  withheld: boolean;
};

/** A filter that looks back. */
type Looking = Filter & { asOf: AsOf };

/** Memories that existed at a moment and were edited after it, as they were then. */
export async function changedSince(tx: Tx, tenantId: string, look: Looking): Promise<Changed[]> {
  const { asOf } = look;
  const values: unknown[] = [tenantId, asOf.at, asOf.snapshot ?? null];
  const value = (v: unknown) => `$${values.push(v)}`;
  const edited = `array(select palimpsest.edited_since($2::timestamptz, $3::pg_snapshot))`;
  const withheld = asOf.seeWithheld ? "false" : `(${withheldReason(look, value)}) is not null`;
  const rows = await tx.query<Changed>(
    `select m.id, m.reading_position, m.kind, m.speaker, m.occurred_at, m.text, m.attributes, m.retracted, m.cues,
       ${usable(look, "$2::timestamptz", value).join(" and ")} as usable, ${withheld} as withheld
     from ${pastRows(`m.tenant_id = $1 and m.id = any (${edited})`, asOf, value)} m`,
    values,
  );
  return rows.map(composed);
}

export type Posting = Pick<Rows["memory_term"], "term" | "reading_position" | "tf" | "len" | "asked" | "run">;

export function postingsBefore(
  tx: Tx,
  tenantId: string,
  terms: string[],
  look: Looking,
  without: string[],
  among?: number[],
): Promise<Posting[]> {
  const { asOf } = look;
  const values: unknown[] = [tenantId, terms, without, asOf.at];
  const value = (v: unknown) => `$${values.push(v)}`;
  const parts = [wasRecorded(asOf, value), ...usable(look, "$4::timestamptz", value)];
  if (!asOf.seeWithheld) parts.push(hasNotExpiredSince(asOf, value));
  const there = among ? ` and t.reading_position = any (${value(among)}::bigint[])` : "";
  return tx.query<Posting>(
    `select q.term, p.reading_position, p.tf, p.len, p.asked, p.run
     from unnest($2::bigint[]) as q(term), lateral (
       select t.reading_position, t.tf, t.len, t.asked, t.run
       from palimpsest.memory_term t
       join palimpsest.memory m on m.tenant_id = $1 and m.reading_position = t.reading_position and ${parts.join(" and ")}
       where t.tenant_id = $1 and t.term = q.term and not (t.reading_position = any ($3::bigint[]))${there}
       order by t.reading_position < 0, abs(t.reading_position) desc limit ${maxPostings}) p`,
    values,
  );
}

/** The stems of a folded query's words, each with the words that it is the stem of. */
export const termsOf = (tx: Tx, search: string): Promise<{ term: string; spelt: string[] }[]> =>
  tx.query(queryTerms("$1"), [queryWords(search)]);

export type Lexeme = Pick<Posting, "term" | "tf" | "asked">;

/** The words of each text, as the index would count them, with how often each is asked. */
export async function lexemesOf(tx: Tx, texts: { search: string; asked: string }[]): Promise<Lexeme[][]> {
  const rows = await tx.query<Lexeme & { n: number }>(
    `select t.n::integer as n, l.term, l.tf, l.asked
     from unnest($1::text[], $2::text[]) with ordinality as t(search, asked, n),
       palimpsest.indexed_words(t.search, t.asked) l order by t.n, l.term`,
    [texts.map(({ search }) => search), texts.map(({ asked }) => asked)],
  );
  const lists: Lexeme[][] = texts.map(() => []);
  for (const { n, ...lexeme } of rows) lists[n - 1]!.push(lexeme);
  return lists;
}

/** Memories and words indexed at a moment, without those named, and whether the space is the one read from. */
export async function lexiconAt(
  tx: Tx,
  { at, snapshot }: AsOf,
  without: string[],
  spaceId: number | undefined,
): Promise<{ memories: number; words: number; spaceIsActive: boolean }> {
  const [row] = await tx.query<{ memories: string; words: string; active: boolean }>(
    `select memories, words, ${isActiveSpace("$3")} as active from palimpsest.lexicon_at($1::timestamptz, $2, $4::pg_snapshot)`,
    [at, without, spaceId ?? null, snapshot ?? null],
  );
  return { memories: Number(row!.memories), words: Number(row!.words), spaceIsActive: row!.active };
}
