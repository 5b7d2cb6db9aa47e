import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Page } from "../paging/page.js";
import { type Filter, type MemoryRow, overLimitLast, readMemories } from "../substrate/index.js";

const order = "palimpsest.precedence(m.scope) desc, m.occurred_at desc, m.id desc";
/** So many of one agent or service stand in their place; what it has beyond them comes after all others. */
const perWriter = 10;

interface Place {
  late: boolean;
  precedence: number;
  position: string;
}

/** Decisions of policy before those of a project, a user and a session; the newest first. */
export const readDecisions = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  { after, rows, writers }: Pick<Page, "after" | "rows"> & { writers: readonly string[] },
): Promise<(MemoryRow & Place)[]> =>
  readMemories<Place>(tx, who, filter, {
    where: "true",
    values: [who.id, writers, perWriter, ...(after ?? [])],
    columns: `${overLimitLast({ reader: "?1", writers: "?2" }, "?3", order)} as late,
      palimpsest.precedence(m.scope) as precedence, ${iso("m.occurred_at")} as position`,
    after: after
      ? `(m.late > ?4::boolean or m.late = ?4::boolean
          and (m.precedence, m.occurred_at, m.id) < (?5::integer, ?6::timestamptz, ?7))`
      : "true",
    order: "m.late, m.precedence desc, m.occurred_at desc, m.id desc",
    limit: rows,
  });
