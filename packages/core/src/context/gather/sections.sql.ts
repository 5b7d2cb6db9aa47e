import { kindNames, kindOf } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import {
  type Filter,
  type MemoryRow,
  overLimitLast,
  readMemories,
  trustedFirst,
} from "../../substrate/index.js";

/** What a section puts first among memories in one state, after those whom the reader trusts. */
const sectionOrder = { task_state: "", relevant_decisions: "palimpsest.precedence(m.scope) desc, " };

/** The memories of every kind that is declared to stand in this section, in the states declared for it. */
export async function readSection(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  section: keyof typeof sectionOrder,
  { limit, writers, writerItems }: { limit: number; writers: readonly string[]; writerItems: number },
): Promise<MemoryRow[]> {
  const found: MemoryRow[] = [];
  const placed = { reader: "?1", writers: "?3" };
  const order = `array_position(?2::text[], m.status), ${sectionOrder[section]}m.occurred_at desc, m.id desc`;
  for (const name of kindNames(({ context }) => context?.section === section)) {
    const statuses = [...(kindOf(name).context?.states ?? [])];
    const rows = await readMemories(
      tx,
      reader,
      { ...filter, kinds: [name], statuses: statuses.length > 0 ? statuses : undefined },
      {
        where: "true",
        values: [reader.id, statuses, writers, writerItems],
        order: `${trustedFirst(placed)}, ${overLimitLast(placed, "?4", order)}, ${order}`,
        limit,
        often: true,
      },
    );
    found.push(...rows);
  }
  return found;
}
