import { kindOf, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { headIdOfUid } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { type CurrentMemory, currentMemories, unreadMemories } from "../../substrate/index.js";

/** A memory that an edit is about. */
export type Target = CurrentMemory;

/** The id of the memory that an id names. A document is named by its `uid_…`, of which each owner has one. */
export const memoryIdOf = async (tx: Tx, id: string): Promise<string> =>
  (id.startsWith("uid_") && !id.includes("::") ? await headIdOfUid(tx, id) : undefined) ?? id;

/** The memory, by an id and by what the caller says it is. */
export async function findTarget(tx: Tx, who: Principal, id: string, type: string): Promise<Target> {
  const [target] = await currentMemories(tx, who, [await memoryIdOf(tx, id)]);
  const fits = type === "memory" || type === target?.kind || (type === "chunk" && isChunk(target?.kind));
  if (!target || !fits) throw notFound("memory");
  return target;
}

/** A memory that the caller may undo and not read. */
export async function findUnread(tx: Tx, id: string): Promise<Target> {
  const [target] = await unreadMemories(tx, [id]);
  if (!target) throw notFound("memory");
  return target;
}

const isChunk = (kind: string | undefined) => kind !== undefined && kindOf(kind).asChunk;
