import { notFound } from "@palimpsest/contract";
import { iso, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { Page } from "../../../paging/page.js";
import { type EditFilter, type EditRow, visibleEdit } from "./edit.sql.js";

const columns = `edit_id, memory_id, op, reason, proposer_type, proposer_id, cascade, twins, patch, kind, retracted,
  quarantined, blocked_channels, boundary_class, channel, status, decided_by, ${iso("created_at")} as created_at,
  ${iso("decided_at")} as decided_at`;

type Unread = "text" | "attributes" | "scope" | "token_count" | "recorded_at" | "unread";

const withoutWords = (row: Omit<EditRow, Unread>): EditRow => ({
  ...row,
  ...{ text: "", attributes: {}, scope: null, token_count: 0, recorded_at: new Date(0), unread: true },
});

/** A page of the edits that wait and that the caller may decide on without reading the memory, newest first. */
export async function pageOfUnread(
  tx: Tx,
  { targetId, proposerId }: EditFilter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<EditRow[]> {
  const found = await tx.query<EditRow>(
    `select ${columns} from palimpsest.unread_edits(null, $1, $2, $3, $4, $5) e
     order by e.created_at desc, e.edit_id desc`,
    [targetId, proposerId, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
  return found.map(withoutWords);
}

export async function countUnread(tx: Tx, { targetId, proposerId }: EditFilter): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from palimpsest.unread_edits(null, $1, $2, null, null, null)`,
    [targetId, proposerId],
  );
  return row!.n;
}

/** The edit, if the caller may see the memory that it is about or may decide on it unread. */
export async function findDecidable(tx: Tx, who: Principal, editId: string): Promise<EditRow> {
  const visible = await visibleEdit(tx, who, editId);
  if (visible) return visible;
  const [unread] = await tx.query<EditRow>(
    `select ${columns} from palimpsest.unread_edits($1, null, null, null, null, 1)`,
    [editId],
  );
  if (!unread) throw notFound("edit");
  return withoutWords(unread);
}

/** What the audit log says was touched: of a memory that the caller may not read, only the edit. */
export const touchedBy = ({ edit_id, memory_id, unread }: EditRow): string[] =>
  unread ? [edit_id] : [edit_id, memory_id];
