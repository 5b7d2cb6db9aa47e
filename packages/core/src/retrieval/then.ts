import type { Tx } from "../db/index.js";
import { type Admitted, type Filter, positionsAt, tellingOf } from "../substrate/index.js";
import type { AskedTime, QueryTimes } from "../time/index.js";
import type { Then } from "./score/index.js";

/** How far a memory fits the times that are asked for: it tells of them, or was said then. */
const told = 1;
const said = 0.5;
/** So many of those that were said then, and of those that tell of it, are looked at. */
const maxLookedAt = 1_000;

/** Where memories of the times stand. Those that were edited since the moment asked for are found by when they were said. */
export async function positionsThen(
  tx: Tx,
  tenantId: string,
  filter: Filter,
  times: AskedTime[],
  changed: ReadonlySet<number> | undefined,
): Promise<number[]> {
  const found = await positionsAt(tx, tenantId, filter, times, maxLookedAt);
  return [...new Set([...found.said, ...found.told.filter((position) => !changed?.has(position))])];
}

/** What the query's times say about each of these memories, by id. */
export async function thenOf(
  tx: Tx,
  tenantId: string,
  rows: Admitted[],
  asked: QueryTimes | undefined,
  changed: ReadonlySet<number> | undefined,
): Promise<(id: string) => Then> {
  if (asked === undefined) return () => ({ fits: 0, only: false });
  const same = rows.filter((row) => !changed?.has(Number(row.reading_position))).map(({ id }) => id);
  const telling = await tellingOf(tx, tenantId, same, asked.times);
  const then = new Set(rows.filter(({ occurred }) => isWithin(occurred, asked.times)).map(({ id }) => id));
  return (id) => ({ fits: telling.has(id) ? told : then.has(id) ? said : 0, only: asked.only });
}

const isWithin = (occurred: number, times: AskedTime[]): boolean =>
  times.some(
    ({ from, to }) =>
      (from === undefined || occurred >= Date.parse(from) / 1_000) &&
      (to === undefined || occurred < Date.parse(to) / 1_000),
  );
