import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Embedder } from "../models/index.js";
import type { Services } from "../services.js";
import {
  activeSpaceId,
  type Filter,
  type MemoryRow,
  readMemories,
  vectorLiteral,
} from "../substrate/index.js";
import { foldForSearch } from "../text/index.js";
import { type Admitted, admit } from "./admit.sql.js";
import { LexicalScorer } from "./lexical-score.js";
import { nearest } from "./nearest.sql.js";
import { pastLexicon } from "./past.js";
import { fetchLexicon } from "./postings.sql.js";
import { builtinScale, modelScale, type Ranked, rank } from "./rank.js";

/** Candidates are admitted in rounds of this many, best first, until enough have passed. */
const round = 300;

export interface Query {
  text: string;
  /** The query as a vector; undefined when the active space is another model's. */
  vector: string | undefined;
  values: Float32Array | undefined;
  space: { id: number; dims: number; builtin: boolean; embedder: Embedder } | undefined;
}

export interface Found {
  hits: (Ranked & { row: MemoryRow })[];
  /** Matching memories, counted as far as they were looked at. */
  total: number;
  mode: string;
}

/** The part of a search that may call a model; it comes before the transaction. */
export async function prepareQuery(services: Services, text: string): Promise<Query> {
  if (text.trim() === "") return { text, vector: undefined, values: undefined, space: undefined };
  const id = await activeSpaceId(services);
  const { embedder } = services;
  const [row] = await services.db.anonymous((tx) =>
    tx.query<{ state: string }>(`select state from palimpsest.embedding_space where space_id = $1`, [id]),
  );
  if (row?.state !== "active") return { text, vector: undefined, values: undefined, space: undefined };
  const [vector] = await embedder.embed([text], { purpose: "query" });
  return {
    text,
    vector: vectorLiteral(vector!),
    values: vector,
    space: { id, dims: embedder.dims, builtin: embedder.kind === "builtin", embedder },
  };
}

/** One pipeline for every kind and door: admit, find, fuse, rank, explain. */
export async function search(
  tx: Tx,
  who: Principal,
  query: Query,
  filter: Filter,
  limit: number,
): Promise<Found> {
  const folded = foldForSearch(query.text, { side: "query" });
  const past = filter.asOf === undefined ? undefined : await pastLexicon(tx, who, query, folded, filter.asOf);
  const scorer = new LexicalScorer(past?.lexicon ?? (await fetchLexicon(tx, who.tenantId, folded)));
  const space = query.space && query.vector ? { ...query.space, vector: query.vector } : undefined;

  const admitted = new Map<number, Admitted>();
  /** Memories edited since the moment asked for are read as they were then, all others as they are. */
  const take = async (slots: number[]) => {
    const same = past ? slots.filter((slot) => !past.changedSlots.has(slot)) : slots;
    const rows = same.length > 0 ? await admit(tx, who.tenantId, filter, same, space) : [];
    const changed = past ? slots.filter((slot) => past.changedSlots.has(slot)) : [];
    if (past && changed.length > 0) rows.push(...(await past.admitChanged(filter, changed)));
    for (const row of rows) admitted.set(Number(row.slot), row);
    scorer.learnLengths(rows.map((row) => [Number(row.slot), row.word_count]));
  };
  for (const slots of scorer.rounds(round)) {
    await take(slots);
    if (admitted.size >= limit) break;
  }
  // The built-in vectors add little to words that match, so they are searched only where words do not suffice.
  if (space && (!space.builtin || admitted.size < limit)) {
    const close = await nearest(tx, who.tenantId, space, space.vector, filter, Math.max(limit * 2, 50));
    const slots = new Set([...close.map(({ slot }) => Number(slot)), ...(past?.changedSlots ?? [])]);
    await take([...slots].filter((slot) => !admitted.has(slot)));
  }

  const scale = space ? (space.builtin ? builtinScale : modelScale) : undefined;
  const ranked = rank(
    [...admitted].map(([slot, row]) => ({ row, lexical: scorer.score(slot) })),
    scale,
    who.id,
  );
  const page = ranked.slice(0, limit);
  const rows = await readMemories(tx, who, filter, {
    where: "m.id = any (?1)",
    values: [page.map(({ id }) => id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    hits: page.flatMap((hit) => {
      const row = byId.get(hit.id);
      return row ? [{ ...hit, row }] : [];
    }),
    total: ranked.length,
    mode: space ? "words and vectors" : "words alone",
  };
}
