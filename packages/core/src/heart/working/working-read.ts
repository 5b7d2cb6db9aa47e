import { kindNames, workingLimits, workingTypes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { mayReadState, type Policy } from "../../policy/index.js";
import { type Filter, type MemoryRow, readByIds } from "../../substrate/index.js";
import { cutText, keyedDigest } from "../../text/index.js";
import {
  findWorking,
  type ItemRow,
  readItems,
  readThreads,
  type ThreadRow,
  type WorkingRow,
} from "./working.sql.js";

/** An item with the memory that it names, as that is now. */
export interface LiveItem extends ItemRow {
  summary: string;
  row: MemoryRow;
}

export interface LiveWorking extends WorkingRow {
  items: LiveItem[];
  open_threads: ThreadRow[];
}

/** How a reader looks at memories, and the key of the tenant's digests. */
export interface Reading {
  who: Principal;
  policy: Policy;
  filter: Omit<Filter, "kinds">;
  digestKey: Buffer;
}

/** Words that working memory holds itself, as the invariants of the policy judge them. */
export const workingWords = (value: string) => ({ kind: "working_memory", layer: "session", value }) as const;

const mayReadWords = ({ who, policy }: Reading, words: string): boolean =>
  mayReadState(policy, who, workingWords(words));

/** The kinds that working memory may hold, as far as this store knows them. */
export const workingKinds = (): string[] =>
  kindNames(({ name }) => (workingTypes as readonly string[]).includes(name));

/** The items whose memories the reader may read, of the kinds they were loaded as. */
export async function liveItems(tx: Tx, reading: Reading, items: ItemRow[]) {
  const { who, filter, digestKey } = reading;
  if (items.length === 0) return [];
  const rows = await readByIds(
    tx,
    who,
    { ...filter, kinds: workingKinds() },
    items.map(({ ref_id }) => ref_id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return items.flatMap((item): LiveItem[] => {
    const row = byId.get(item.ref_id);
    if (row === undefined || row.kind !== item.type) return [];
    const unchanged = keyedDigest(digestKey, row.text) === item.text_digest;
    const { summary: said } = item;
    const summary = unchanged && said !== null && mayReadWords(reading, said) ? said : null;
    return [{ ...item, row, summary: summary ?? cutText(row.text, workingLimits.summaryChars) }];
  });
}

/** Of one that is there, without words that the reader may not read. */
export async function readAll(tx: Tx, reading: Reading, found: WorkingRow): Promise<LiveWorking> {
  const { who } = reading;
  const threads = await readThreads(tx, who, found.session_id);
  const shown = (words: string | null) => (words !== null && mayReadWords(reading, words) ? words : null);
  return {
    ...found,
    current_task: shown(found.current_task),
    current_frame: shown(found.current_frame),
    items: await liveItems(tx, reading, await readItems(tx, who, found.session_id)),
    open_threads: threads.filter(({ description }) => mayReadWords(reading, description)),
  };
}

/** The reader's working memory of a session; undefined if it was not opened. */
export async function readWorking(
  tx: Tx,
  reading: Reading,
  sessionId: string,
): Promise<LiveWorking | undefined> {
  const found = await findWorking(tx, reading.who, sessionId);
  return found && readAll(tx, reading, found);
}
