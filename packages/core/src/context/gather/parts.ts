import { kindNames, kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { workingKinds } from "../../heart/index.js";
import type { Principal } from "../../identity/index.js";
import {
  type Filter,
  type MemoryRow,
  readByIds,
  readByPositions,
  sourcesAmong,
  turnOf,
} from "../../substrate/index.js";
import { isShort, lookBack } from "../answers/answers.js";
import type { State } from "./state.js";

/** What the reader holds in mind was chosen by itself, so it need not be about what is asked. */
export async function readInMind(tx: Tx, reader: Principal, filter: Filter, { inMind }: State) {
  if (inMind.length === 0) return [];
  const wanted = { ...filter, kinds: workingKinds(), about: undefined };
  const rows = await readByIds(
    tx,
    reader,
    wanted,
    inMind.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return inMind.flatMap(({ id, ...said }) => {
    const row = byId.get(id);
    return row ? [{ ...said, row }] : [];
  });
}

/** The states in which kinds of evidence are shown; one without states of its own is active. */
export const evidenceStates = (kinds: string[]): string[] => [
  ...new Set(
    kinds.flatMap((name) => {
      const { context, states } = kindOf(name);
      return context?.states ?? Object.keys(states?.transitions ?? { active: [] });
    }),
  ),
];

/** The turns right before those that are too short to stand alone, as far as they apply here too. */
export function readBefore(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  rows: MemoryRow[],
): Promise<MemoryRow[]> {
  const positions = rows.flatMap((row) => {
    const turn = turnOf(row) ?? 0;
    const steps = isShort(row.text) ? Math.min(lookBack, turn - 1) : 0;
    return Array.from({ length: Math.max(0, steps) }, (_, at) => Number(row.reading_position) - at - 1);
  });
  if (positions.length === 0) return Promise.resolve([]);
  const kinds = kindNames(({ inCapsules }) => inCapsules);
  return readByPositions(tx, reader, { ...filter, kinds }, [...new Set(positions)]);
}

/** What facts of the evidence were learned from, as far as that is among the evidence too. */
export async function sourcesOf(
  tx: Tx,
  reader: Principal,
  rows: MemoryRow[],
  at: string,
): Promise<ReadonlyMap<string, string[]>> {
  if (!rows.some(({ kind }) => kind === "fact")) return new Map();
  const ids = rows.map(({ id }) => id);
  return sourcesAmong(tx, reader, ids, at);
}
