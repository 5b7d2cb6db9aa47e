import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { composed } from "../memory.js";
import { byKey } from "./read-memories.sql.js";
import { unexpired } from "./visible-memory.sql.js";

export const currentFields = [
  "id",
  "kind",
  "origin",
  "writer",
  "owner_id",
  "visibility",
  "boundary_class",
  "channel",
  "attributes",
  "importance",
  "retracted",
  "quarantined",
  "edited_by",
  "blocked_channels",
  "edit_count",
  "speaker",
  "occurred_at",
  "recorded_at",
  "scope",
  "token_count",
] as const;

/** A memory as it stands now, whatever hides it from searches, and what decides who may edit it. */
export type CurrentMemory = Pick<Rows["memory"], (typeof currentFields)[number] | "text"> & {
  /** The caller may undo it and not read it, so it comes without its words. */
  unread?: true;
};

const columns = (text: string) => `${selectList("m", currentFields)}, ${text} as text`;

/** Those who review look also at capsules that are over: somebody may ask what one told its readers. */
const standing = `(${unexpired("m")} or (m.kind = 'capsule' and palimpsest.governs_capsules()))`;

/** Those of these memories that the caller may see and that have not expired. */
export async function currentMemories(tx: Tx, who: Principal, ids: string[]): Promise<CurrentMemory[]> {
  const rows = await tx.prepared<CurrentMemory>(
    `select ${columns("m.text")} from ${byKey("id", "$2::text[]")} where ${standing} order by m.id`,
    [who.tenantId, [...new Set(ids)]],
  );
  // The stored text of a retracted memory may be older than its attributes, so it is composed again.
  return rows.map(composed);
}

/** Everything that one principal wrote and the caller may see. The texts may be gigabytes, so they are read only if asked for. */
export function currentMemoriesOf(
  tx: Tx,
  who: Principal,
  { writer, since, withText }: { writer: string; since: string | undefined; withText: boolean },
): Promise<CurrentMemory[]> {
  return tx.query<CurrentMemory>(
    `select ${columns(withText ? "m.text" : "''")} from palimpsest.memory m
     where m.tenant_id = $1 and m.writer = $2 and ($3::timestamptz is null or m.recorded_at >= $3) and ${unexpired("m")}
     order by m.id`,
    [who.tenantId, writer, since ?? null],
  );
}
