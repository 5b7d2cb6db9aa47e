import { kindOf, notFound } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { headIdOfUid } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { type CurrentMemory, currentMemories, unreadMemories } from "../../substrate/index.js";
import type { Op } from "../edit.js";

/** A memory that an edit is about. */
export type Target = CurrentMemory;

/**
 * The id of the memory that an id names. A document is named by its `uid_…`, of which each owner has one, and more if they
 * deleted it and ingested it again: a restore means the one that was deleted.
 */
export const memoryIdOf = async (tx: Tx, id: string, op?: Op): Promise<string> => {
  if (!id.startsWith("uid_") || id.includes("::")) return id;
  return (await headIdOfUid(tx, id, op === "restore" ? "deleted" : "present")) ?? id;
};

/** The memory, by an id and by what the caller says it is. */
export async function findTarget(tx: Tx, who: Principal, id: string, type: string, op?: Op): Promise<Target> {
  const [target] = await currentMemories(tx, who, [await memoryIdOf(tx, id, op)]);
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
