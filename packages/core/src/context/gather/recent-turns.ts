import { kindNames } from "@palimpsest/contract";
import { readTurns, type TurnRow } from "../../capture/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import {
  type Filter,
  limitedWriters,
  type MemoryRow,
  readByIds,
  type TrustView,
} from "../../substrate/index.js";

/** A turn of the session, with its memory if it has words. */
export type Turn = TurnRow & { row: MemoryRow | undefined };

interface Wanted {
  sessionId: string;
  filter: Filter;
  /** Of turns without words: the sensitivities that the channel may read. */
  sensitivities: readonly string[];
  at: string;
  /** How many turns are told, and how many of them may be one writer's. */
  limit: number;
  writerItems: number;
  view: TrustView;
}

/** How far back the search for turns goes if most of them are withheld. */
const mostLookedAt = 5_000;
/** How many of them are given that are only to be told of as left out. */
const mostLeftOut = 100;

/**
 * The last turns that the reader may be told, oldest first. One that is withheld makes room for an earlier one,
 * and so does one of a writer that is over its limit; that one is given too, for the section says what it leaves out.
 */
export async function recentTurns(tx: Tx, reader: Principal, wanted: Wanted): Promise<Turn[]> {
  const { sessionId, filter, sensitivities, at, limit, writerItems, view } = wanted;
  const kinds = kindNames(({ inCapsules }) => inCapsules);
  const told: Turn[] = [];
  const moment = { at, snapshot: filter.asOf?.snapshot };
  const counts = new Map<string, number>();
  let fitting = 0;
  for (let skip = 0, size = limit; fitting < limit && skip < mostLookedAt; skip += size, size *= 4) {
    const page = await readTurns(tx, reader, sessionId, moment, { limit: size, skip });
    const ids = page.flatMap(({ memory_id }) => memory_id ?? []);
    const rows = ids.length > 0 ? await readByIds(tx, reader, { ...filter, kinds }, ids) : [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    const mayTell = ({ channel, sensitivity }: TurnRow) =>
      sensitivities.includes(sensitivity) && (filter.saidIn?.includes(channel) ?? true);
    for (const turn of page) {
      const row = turn.memory_id === null ? undefined : byId.get(turn.memory_id);
      if (fitting >= limit || !(turn.memory_id === null ? mayTell(turn) : row)) continue;
      const limited = limitedWriters(row ?? { writer: turn.said_by, edited_by: [] }, view);
      const fits = limited.every((writer) => (counts.get(writer) ?? 0) < writerItems);
      if (fits || told.length - fitting < mostLeftOut) told.push({ ...turn, row });
      if (fits) fitting += 1;
      for (const writer of limited) counts.set(writer, (counts.get(writer) ?? 0) + 1);
    }
    if (page.length < size) break;
  }
  return told.reverse();
}
