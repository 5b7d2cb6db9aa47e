import { notFound } from "@palimpsest/contract";
import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../fold/lock-memories.sql.js";
import { insertState } from "./state-log.sql.js";

/** Moves a visible, unretracted memory of this kind to another state and logs it; gives the moment of the log. */
export async function changeState(
  tx: Tx,
  who: Principal,
  kind: string,
  id: string,
  status: string,
): Promise<string> {
  const [row] = await tx.query<{ changed: boolean }>(
    `select palimpsest.set_status(m.id, $4) as changed from palimpsest.memory m
     where m.tenant_id = $1 and m.id = $2 and m.kind = $3 and not m.retracted`,
    [who.tenantId, id, kind, status],
  );
  if (!row?.changed) throw notFound(kind);
  return insertState(tx, who, id, status);
}

const lockedFields = ["kind", "status", "origin", "owner_id"] as const;
export type LockedMemory = Pick<Rows["memory"], (typeof lockedFields)[number]>;

/** A memory, of this kind if one is named, as it stands; nobody else changes it until the transaction ends. */
export async function lockMemory(tx: Tx, who: Principal, id: string, kind?: string): Promise<LockedMemory> {
  await lockMemories(tx, [id]);
  // A statement of its own, to see what whoever held the lock before has written.
  const [row] = await tx.query<LockedMemory>(
    `select ${selectList("m", lockedFields)} from palimpsest.memory m
     where m.tenant_id = $1 and m.id = $2 and ($3::text is null or m.kind = $3) and not m.retracted`,
    [who.tenantId, id, kind ?? null],
  );
  if (!row) throw notFound(kind ?? "memory");
  return row;
}

/** Refuses unless there is such a memory of this kind, seen by the caller and not retracted. */
export async function assertKind(tx: Tx, who: Principal, kind: string, id: string): Promise<void> {
  const found = await tx.query(
    `select 1 from palimpsest.memory m where m.tenant_id = $1 and m.id = $2 and m.kind = $3 and not m.retracted`,
    [who.tenantId, id, kind],
  );
  if (found.length === 0) throw notFound(kind);
}
