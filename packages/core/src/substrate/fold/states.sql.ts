import type { Attributes } from "@palimpsest/contract";
import { type Rows, selectList, type Tx } from "../../db/index.js";
import { composed } from "../memory.js";

/** What the fold of a memory gives. */
export type State = Pick<Rows["memory"], (typeof stateFields)[number]> & {
  /** Null while it is retracted, like its attributes. */
  text: string | null;
  attributes: Attributes | null;
};

const stateFields = ["id", "importance", "retracted", "quarantined", "blocked_channels"] as const;
const stateColumns = `m.kind, ${selectList("s", stateFields)}, s.text, s.attributes`;
const ofMemory = `join palimpsest.memory m on m.tenant_id = palimpsest.tenant() and m.id = s.id`;

/** The state that memories would have after one more edit, whose patch is given as JSON. */
export async function simulatedStates(tx: Tx, ids: string[], op: string, patch: string): Promise<State[]> {
  const rows = await tx.query<State & { kind: string }>(
    `select ${stateColumns} from palimpsest.states($1, null, $2, $3::jsonb) s ${ofMemory}`,
    [ids, op, patch],
  );
  return rows.map(composed);
}

/** The state of memories by their edits, whether or not it has been written into them. */
export async function foldedStates(tx: Tx, ids: string[]): Promise<State[]> {
  const rows = await tx.query<State & { kind: string }>(
    `select ${stateColumns} from palimpsest.states($1) s ${ofMemory}`,
    [ids],
  );
  return rows.map(composed);
}

/** The state of one memory as first written and then at each of the moments, in their order. */
export async function statesAt(
  tx: Tx,
  id: string,
  moments: string[],
  seeWithheld: boolean,
): Promise<{ original: State; then: State[] }> {
  const rows = await tx.query<State & { kind: string }>(
    `select ${stateColumns}
     from (select o.recorded_at as at, 0 as n from palimpsest.memory o
           where o.tenant_id = palimpsest.tenant() and o.id = $1
           union all
           select at, n from unnest($2::timestamptz[]) with ordinality as moment(at, n)) moment
     cross join lateral palimpsest.states(array[$1], moment.at, null, null, null, $3) s ${ofMemory}
     order by moment.n`,
    [id, moments, seeWithheld],
  );
  const [original, ...then] = rows.map(composed);
  return { original: original!, then };
}

/**
 * The states of memories right before and at each of the moments, in their order, for those who may see originals;
 * undefined where the caller may not see the memory any more.
 */
export async function statesAround(
  tx: Tx,
  moments: { id: string; at: string }[],
): Promise<({ before: State; after: State } | undefined)[]> {
  if (moments.length === 0) return [];
  const rows = await tx.query<State & { kind: string; n: number; k: number }>(
    `select ${stateColumns}, moment.n::integer as n, side.k
     from unnest($1::text[], $2::timestamptz[]) with ordinality as moment(id, at, n)
     cross join (values (0, interval '1 microsecond'), (1, interval '0')) as side(k, back)
     cross join lateral palimpsest.states(array[moment.id], moment.at - side.back, null, null, null, true) s
     ${ofMemory}`,
    [moments.map(({ id }) => id), moments.map(({ at }) => at)],
  );
  const found = new Map(rows.map((row) => [2 * (row.n - 1) + row.k, composed(row)]));
  return moments.map((_, n) => {
    const [before, after] = [found.get(2 * n), found.get(2 * n + 1)];
    return before && after && { before, after };
  });
}
