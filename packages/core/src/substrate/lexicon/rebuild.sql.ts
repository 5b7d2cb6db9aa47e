import type { Rows, Tx } from "../../db/index.js";
import { searchText, spokenOf } from "../analyse.js";

export interface LexicalStatus {
  /** The version that the tenant's index was made with. */
  version: string;
  /** The version that this server makes. */
  serverVersion: string;
  memories: number;
  words: number;
}

/** The lexical index of the transaction's tenant. */
export async function lexicalStatus(tx: Tx): Promise<LexicalStatus> {
  const [row] = await tx.query<{ version: string; server_version: string; memories: string; words: string }>(
    `select version, server_version, memories, words from palimpsest.lexical_status()`,
  );
  const { version, server_version, memories, words } = row!;
  return { version, serverVersion: server_version, memories: Number(memories), words: Number(words) };
}

/** Over all tenants: how many have an index of another version than this server makes. */
export async function countStaleIndexes(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: string }>(`select palimpsest.stale_lexical_tenants() as n`);
  return Number(row!.n);
}

/** Makes jobs for the other tenants whose index is of another version than this server makes; gives their number. */
export async function scheduleStaleRebuilds(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select palimpsest.schedule_stale_rebuilds() as n`);
  return row!.n;
}

export type IndexedText = Pick<
  Rows["memory"],
  "id" | "reading_position" | "text" | "speaker" | "occurred_at" | "content_hash"
>;

/** A page of the tenant's indexed memories after a position; from the first one without a position. */
export const indexedTexts = (tx: Tx, after: number | undefined, limit: number): Promise<IndexedText[]> =>
  tx.query<IndexedText>(
    `select id, reading_position, text, speaker, occurred_at, content_hash
     from palimpsest.indexed_texts(coalesce($1::bigint, '-9223372036854775808'::bigint), $2)`,
    [after ?? null, limit],
  );

/** Replaces the postings of those memories whose texts have not changed since they were read. */
export async function replacePostings(tx: Tx, memories: IndexedText[]): Promise<void> {
  const spoken = memories.map(spokenOf);
  await tx.query(`select palimpsest.replace_postings($1, $2, $3, $4, $5)`, [
    memories.map(({ id }) => id),
    memories.map(({ content_hash }) => content_hash),
    memories.map(({ text, speaker, occurred_at }) =>
      searchText({ text, speaker: speaker ?? undefined, occurredAt: occurred_at }),
    ),
    spoken.map(({ asked }) => asked),
    spoken.map((cues) => cues.spoken),
  ]);
}

/** The language in which the tenant's words are stemmed from now on. Another one than before starts a rebuild. */
export async function setLanguage(tx: Tx, language: string): Promise<void> {
  await tx.query(`select palimpsest.set_language($1)`, [language]);
}

/** All memories of the transaction's tenant are indexed with this version now. */
export async function setLexicalVersion(tx: Tx, version: string): Promise<void> {
  await tx.query(`select palimpsest.set_lexical_version($1)`, [version]);
}
