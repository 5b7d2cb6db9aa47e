import { kindOf, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { type CurrentMemory, currentMemories, unreadMemories } from "../../substrate/index.js";

/** A memory that an edit is about. */
export type Target = CurrentMemory;

/** The memory, by an id and by what the caller says it is. */
export async function findTarget(tx: Tx, who: Principal, id: string, type: string): Promise<Target> {
  const [target] = await currentMemories(tx, who, [id]);
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
