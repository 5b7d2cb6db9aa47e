import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Page, Position } from "../paging/page.js";
import { type Filter, type MemoryRow, overLimitLast, readMemories } from "../substrate/index.js";

/** Decisions of policy before those of a project, a user and a session. */
export const decisionRank = "-palimpsest.precedence(m.scope)";
/** Tasks being done, then open ones, then those that are done. */
export const taskRank = "array_position(array['doing', 'open', 'done'], m.status)";

/** So many of one agent or service stand in their place; what it has beyond them comes after all others. */
const perWriter = 10;

interface Place {
  late: boolean;
  rank: number;
  position: string;
}

/** Memories by their rank, the newest of one rank first. */
export const readRanked = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  rank: string,
  { after, rows, writers }: Pick<Page, "after" | "rows"> & { writers: readonly string[] },
): Promise<(MemoryRow & Place)[]> =>
  readMemories<Place>(tx, who, filter, {
    where: "true",
    values: [who.id, writers, perWriter, ...(after ?? [])],
    columns: `${overLimitLast({ reader: "?1", writers: "?2" }, "?3", `${rank}, m.occurred_at desc, m.id desc`)} as late,
      ${rank} as rank, ${iso("m.occurred_at")} as position`,
    after: after
      ? `((m.late, m.rank) > (?4::boolean, ?5::integer)
          or (m.late, m.rank) = (?4::boolean, ?5::integer) and (m.occurred_at, m.id) < (?6::timestamptz, ?7))`
      : "true",
    order: "m.late, m.rank, m.occurred_at desc, m.id desc",
    limit: rows,
  });

export const rankedPosition = ({ late, rank, position, id }: Place & { id: string }): Position => [
  late,
  rank,
  position,
  id,
];
