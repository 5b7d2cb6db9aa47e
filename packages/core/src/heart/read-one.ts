import { notFound } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import type { OperationContext } from "../services.js";
import {
  type Filter,
  filterOf,
  type MemoryRow,
  readByIds,
  readStandings,
  type Standing,
} from "../substrate/index.js";
import { shownHeartPlace } from "./place.js";

type Reader = Pick<OperationContext, "who" | "policy">;

/** A memory of the Heart, and what says who may read it. */
export interface Known {
  row: MemoryRow;
  standing: Standing;
}

/** What is read where the answer is for the caller alone. */
export const privateFilter = ({ policy }: Reader, kind: string): Filter =>
  filterOf(policy, [kind], { channel: "private" });

/** One memory of a kind that the caller may read. `path` is the field of the input that names it. */
export const readOne = (tx: Tx, reader: Reader, kind: string, id: string): Promise<Known> =>
  known(tx, reader, privateFilter(reader, kind), id);

/** What the caller has just written, also where a search would not show it to anybody. */
export const readWrittenOne = (tx: Tx, reader: Reader, kind: string, id: string): Promise<Known> =>
  known(
    tx,
    reader,
    {
      kinds: [kind],
      classes: ["public", "internal", "pii", "secret"],
      // No memory is blocked in a channel of this name.
      channel: "any",
      includeQuarantined: true,
    },
    id,
  );

async function known(tx: Tx, reader: Reader, filter: Filter, id: string): Promise<Known> {
  const [row] = await readByIds(tx, reader.who, filter, [id]);
  const [found] = row ? await withStandings(tx, reader, [row]) : [];
  if (found === undefined) throw notFound(filter.kinds[0]!, `${filter.kinds[0]}_id`);
  return found;
}

export async function withStandings(tx: Tx, { who }: Reader, rows: MemoryRow[]): Promise<Known[]> {
  const standings = await readStandings(
    tx,
    who,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const standing = standings.get(row.id);
    return standing ? [{ row, standing }] : [];
  });
}

/** What the details of episodes and procedures show alike. */
export const shownAlike = ({ who, policy }: Reader, { row, standing }: Known) => ({
  ...shownHeartPlace(who, policy, row, standing),
  subject_id: row.subject_id,
  agent_id: row.owner_id,
  created_at: standing.recorded_at,
});
