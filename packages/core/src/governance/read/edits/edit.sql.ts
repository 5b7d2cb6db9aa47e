import { notFound } from "@palimpsest/contract";
import { iso, type Rows, selectList, type Tx } from "../../../db/index.js";
import type { Principal } from "../../../identity/index.js";
import type { Page } from "../../../paging/page.js";
import { joinMemory } from "../../../substrate/index.js";
import type { Patch } from "../../edit.js";

const fields = [
  "edit_id",
  "memory_id",
  "op",
  "reason",
  "proposer_type",
  "proposer_id",
  "cascade",
  "twins",
] as const;
const memoryFields = [
  "kind",
  "text",
  "attributes",
  "retracted",
  "quarantined",
  "blocked_channels",
  "boundary_class",
  "channel",
  "scope",
  "token_count",
  "recorded_at",
] as const;

/** An edit with what became of it and the state of the memory it is about. */
export type EditRow = Pick<Rows["memory_edit"], (typeof fields)[number]> &
  Pick<Rows["memory"], (typeof memoryFields)[number]> & {
    patch: Patch;
    created_at: string;
    status: "pending" | "approved" | "rejected";
    decided_by: string | null;
    decided_at: string | null;
    /** The caller may decide on it and not read the memory, so it comes without words. */
    unread?: true;
  };

const columns = `${selectList("e", fields)}, e.patch, ${selectList("m", memoryFields)},
  ${iso("e.created_at")} as created_at, coalesce(v.status, 'pending') as status, v.actor_id as decided_by,
  ${iso("v.at")} as decided_at`;
const ofMemory = joinMemory("m", { tenant: "e.tenant_id", id: "e.memory_id" });
const decision = "join palimpsest.memory_edit_event v on v.tenant_id = e.tenant_id and v.edit_id = e.edit_id";
const rows = `select ${columns} from palimpsest.memory_edit e ${ofMemory} left ${decision}`;

/** The edit, if it is about a memory that the caller may see. */
export async function findEdit(tx: Tx, who: Principal, editId: string): Promise<EditRow> {
  const row = await visibleEdit(tx, who, editId);
  if (!row) throw notFound("edit");
  return row;
}

export async function visibleEdit(tx: Tx, who: Principal, editId: string): Promise<EditRow | undefined> {
  const [row] = await tx.query<EditRow>(`${rows} where e.tenant_id = $1 and e.edit_id = $2`, [
    who.tenantId,
    editId,
  ]);
  return row;
}

/** Every edit of one memory, in the order they were proposed. */
export function editsOf(tx: Tx, who: Principal, memoryId: string): Promise<EditRow[]> {
  return tx.query<EditRow>(
    `${rows} where e.tenant_id = $1 and e.memory_id = $2 order by e.created_at, e.edit_id`,
    [who.tenantId, memoryId],
  );
}

export interface EditFilter {
  status: EditRow["status"] | null;
  targetId: string | null;
  proposerId: string | null;
}

/** Where edits of a status are looked for: those that wait stand in a queue of their own. */
const sources = {
  any: `palimpsest.memory_edit e left ${decision}`,
  pending: `palimpsest.memory_edit_pending p
    join palimpsest.memory_edit e on e.tenant_id = p.tenant_id and e.edit_id = p.edit_id left ${decision}`,
  approved: `palimpsest.memory_edit e ${decision} and v.status = 'approved'`,
  rejected: `palimpsest.memory_edit e ${decision} and v.status = 'rejected'`,
};
const chosen = `e.tenant_id = $1 and ($2::text is null or e.memory_id = $2) and ($3::text is null or e.proposer_id = $3)`;
const valuesOf = (who: Principal, filter: EditFilter) => [who.tenantId, filter.targetId, filter.proposerId];

/** A page of edits, newest first. */
export function pageOfEdits(
  tx: Tx,
  who: Principal,
  filter: EditFilter,
  { after, rows }: Pick<Page, "after" | "rows">,
): Promise<EditRow[]> {
  return tx.query<EditRow>(
    `select ${columns} from ${sources[filter.status ?? "any"]} ${ofMemory}
     where ${chosen} and ($4::timestamptz is null or (e.created_at, e.edit_id) < ($4::timestamptz, $5))
     order by e.created_at desc, e.edit_id desc limit $6`,
    [...valuesOf(who, filter), after?.[0] ?? null, after?.[1] ?? null, rows],
  );
}

export async function countEdits(tx: Tx, who: Principal, filter: EditFilter): Promise<number> {
  const source = filter.status === null ? "palimpsest.memory_edit e" : sources[filter.status];
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from ${source} where ${chosen}`,
    valuesOf(who, filter),
  );
  return row!.n;
}

export interface Reached {
  cascaded: number;
  twins: number;
  waiting: number;
}

/** How many edits of other memories came along with this edit, also of those that the caller may not read. */
export async function countReached(tx: Tx, editId: string): Promise<Reached> {
  const [row] = await tx.query<Reached & { [column: string]: unknown }>(
    `select cascaded, twins, waiting from palimpsest.count_caused($1)`,
    [editId],
  );
  return row!;
}
