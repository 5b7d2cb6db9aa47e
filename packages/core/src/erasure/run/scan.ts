import type { RunningJob } from "../../jobs/index.js";
import { type Hits, scanPage, tablesToScan } from "./scan.sql.js";

export interface Residue {
  table: string;
  what: "id" | "text" | "subject";
  rows: number;
}

export interface Scanned {
  tables: number;
  /** What should be gone and is not. */
  residue: Residue[];
  /** Rows of others with an erased id, a piece of an erased text or the subject's name, by table. */
  left: { ids: Record<string, number>; texts: Record<string, number>; names: Record<string, number> };
}

/** The erasure itself: it names what is looked for until it is done. */
const itself = new Set(["erasure", "erasure_target"]);
/** Logs that name by its id what was erased, and by which nothing can be read any more. */
const logs = new Set(["audit_entry", "audit_unsealed", "receipt", "receipt_item", "memory_edit"]);
/** Where an erased id must not stand even within a document: what such rows hold was made from erased texts. */
const copies = new Set([
  "job",
  "idempotency",
  "session",
  "active_context",
  "working_memory",
  "working_item",
  "working_thread",
  "rolled_back_work",
]);
/** Memories about others may say the same in the same words. */
const memories = new Set([
  ...[
    "memory",
    "memory_original",
    "memory_edit",
    "memory_attribute",
    "memory_tag",
    "claim_evidence",
    "entity_mention",
    "name_word",
    "record",
    "outbox",
  ],
  "artifact",
]);

/** Rows of a page: short enough for the embedded engine, whose one connection serves everybody. */
const perPage = 500;

/**
 * Looks for what an erasure should have erased in every column of every table that can hold text. It knows nothing of
 * how the sweep works: the tables are taken from the catalogue.
 */
export async function scanForResidue(
  job: Pick<RunningJob, "signal" | "step">,
  erasure: { id: string; pattern: string },
): Promise<Scanned> {
  const tables = await job.step(tablesToScan);
  const scanned: Scanned = { tables: 0, residue: [], left: { ids: {}, texts: {}, names: {} } };
  for (const table of tables) {
    if (itself.has(table)) continue;
    const hits: Hits = { exact: 0, inside: 0, pieces: 0, about: 0, names: 0 };
    for (let after: string[] | null = null, first = true; first || after !== null; first = false) {
      job.signal.throwIfAborted();
      const page = await job.step((tx) => scanPage(tx, erasure, table, after, perPage));
      for (const key of Object.keys(hits) as (keyof Hits)[]) hits[key] += page[key];
      after = page.last;
    }
    scanned.tables += 1;
    judge(scanned, table, hits);
  }
  return scanned;
}

/** Sorts what was found in a table into what must not be there and what may. */
export function judge({ residue, left }: Scanned, table: string, hits: Hits): void {
  const add = (what: Residue["what"], rows: number) => rows > 0 && residue.push({ table, what, rows });
  const keep = (what: keyof Scanned["left"], rows: number) => {
    if (rows > 0) left[what][table] = (left[what][table] ?? 0) + rows;
  };
  add("subject", hits.about);
  if (logs.has(table)) keep("ids", hits.exact);
  else add("id", hits.exact);
  if (copies.has(table)) add("id", hits.inside);
  else keep("ids", hits.inside);
  if (memories.has(table)) keep("texts", hits.pieces);
  else add("text", hits.pieces);
  keep("names", hits.names);
}
