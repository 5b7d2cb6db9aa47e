import { notFound } from "@palimpsest/contract";
import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { lockMemories } from "../fold/lock-memories.sql.js";
import { insertState } from "./state-log.sql.js";

/** Moves a visible, unretracted memory of this kind to another state and logs that; gives the time of the log entry. */
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

const placedFields = [
  "kind",
  "status",
  "origin",
  "owner_id",
  "scope",
  "subject_type",
  "subject_id",
  "project_id",
  "session_id",
  "channel",
  "visibility",
  "audience",
  "boundary_class",
] as const;
/** A memory's state, and the place that no edit changes. */
export type PlacedMemory = Pick<Rows["memory"], (typeof placedFields)[number]>;

/** A visible, unretracted memory, which must be of this kind if one is given. */
export async function findMemory(tx: Tx, who: Principal, id: string, kind?: string): Promise<PlacedMemory> {
  const [row] = await tx.query<PlacedMemory>(
    `select ${selectList("m", placedFields)} from palimpsest.memory m
     where m.tenant_id = $1 and m.id = $2 and ($3::text is null or m.kind = $3) and not m.retracted`,
    [who.tenantId, id, kind ?? null],
  );
  if (!row) throw notFound(kind ?? "memory");
  return row;
}

/** Locks a memory, and reads it in a second statement, which sees what the previous holder of the lock has written. */
export async function lockMemory(tx: Tx, who: Principal, id: string, kind?: string): Promise<PlacedMemory> {
  await lockMemories(tx, [id]);
  return findMemory(tx, who, id, kind);
}

/** Those of these ids that are memories of this kind which the caller can see and which are not retracted. */
export async function knownMemories(
  tx: Tx,
  who: Principal,
  kind: string,
  ids: string[],
): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    `select m.id from palimpsest.memory m
     where m.tenant_id = $1 and m.id = any ($2) and m.kind = $3 and not m.retracted`,
    [who.tenantId, ids, kind],
  );
  return new Set(found.map(({ id }) => id));
}

/** Throws unless the caller can see such a memory of this kind and it is not retracted. */
export async function assertKind(tx: Tx, who: Principal, kind: string, id: string): Promise<void> {
  if (!(await knownMemories(tx, who, kind, [id])).has(id)) throw notFound(kind);
}
