import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Page } from "../../paging/page.js";
import { type Filter, type MemoryRow, readMemories } from "../../substrate/index.js";

/** A page of censors, those recorded last first. */
export const readCensorPage = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<(MemoryRow & { position: string })[]> =>
  readMemories<{ position: string }>(tx, who, filter, {
    where: after ? "(m.recorded_at, m.id) < (?1::timestamptz, ?2)" : "true",
    values: [...(after ?? [])],
    columns: `${iso("m.recorded_at")} as position`,
    order: "m.recorded_at desc, m.id desc",
    limit: rows,
  });
