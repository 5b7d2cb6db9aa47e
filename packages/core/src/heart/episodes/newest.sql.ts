import { iso, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Page } from "../../paging/page.js";
import { type Filter, type MemoryRow, readMemories } from "../../substrate/index.js";

/** Admitted memories, the newest first; `began` is when, to the microsecond. */
export const readNewest = (
  tx: Tx,
  who: Principal,
  filter: Filter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<(MemoryRow & { began: string })[]> =>
  readMemories<{ began: string }>(tx, who, filter, {
    where: "(?1::timestamptz is null or (m.occurred_at, m.id) < (?1, ?2::text))",
    values: [after?.[0] ?? null, after?.[1] ?? null],
    columns: `${iso("m.occurred_at")} as began`,
    order: "m.occurred_at desc, m.id desc",
    limit: rows,
  });
