import type { TransferRecord } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";

/** What is known of a memory that has an id of the import. Without a kind it is somebody else's. */
export interface Known {
  id: string;
  kind: string | null;
  writer: string | null;
  original_hash: string | null;
  /** The export that brought it, if one did. */
  imported: string | null;
  edits: string[] | null;
}

export async function knownMemories(tx: Tx, ids: string[]): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Known & { [column: string]: unknown }>(
    `select id, kind, writer, original_hash, imported, edits from palimpsest.known_memories($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes the states, edits and capsules of memories that were imported in the same transaction. */
export async function importParts(tx: Tx, memories: TransferRecord<"memory">[]): Promise<void> {
  const of = <T extends object>(
    rows: (memory: TransferRecord<"memory">) => readonly T[],
    key: "memory_id" | "capsule_id" = "memory_id",
  ) => memories.flatMap((memory) => rows(memory).map((row) => ({ ...row, [key]: memory.id })));
  const capsules = memories.filter(({ capsule }) => capsule !== undefined);
  const inCapsules = <T extends object>(rows: (capsule: Capsule) => readonly T[]) =>
    capsules.flatMap(({ id, capsule }) => rows(capsule!).map((row) => ({ ...row, capsule_id: id })));
  const parts = [
    of(({ states }) => states).map((state, n) => ({ ...state, n })),
    of(({ edits }) => edits).map(({ decision: _, ...edit }) => edit),
    of(({ edits }) =>
      edits.flatMap(({ edit_id, decision }) => (decision === undefined ? [] : { ...decision, edit_id })),
    ),
    of(({ capsule }) => (capsule === undefined ? [] : [capsule])),
    inCapsules(({ items }) => items),
    inCapsules(({ readers }) => readers),
    inCapsules(({ accesses }) => accesses),
  ];
  if (parts.every((rows) => rows.length === 0)) return;
  await tx.query(
    `select palimpsest.import_parts($1, $2, $3, $4, $5, $6, $7)`,
    parts.map((rows) => JSON.stringify(rows)),
  );
}

type Capsule = NonNullable<TransferRecord<"memory">["capsule"]>;

export type Outcome = "imported" | "known" | "other" | "missing";

const statements = {
  event: `select n, outcome from palimpsest.import_events($1)`,
  artifact: `select n, outcome from palimpsest.import_artifacts($1)`,
  mention: `select n, outcome from palimpsest.import_mentions($1)`,
  link: `select n, outcome from palimpsest.import_links($1)`,
  signal: `select n, outcome from palimpsest.import_signals($1)`,
  signal_entry: `select n, outcome from palimpsest.import_signal_entries($1)`,
  claim_evidence: `select n, outcome from palimpsest.import_claim_evidence($1)`,
  episode_link: `select n, outcome from palimpsest.import_episode_links($1)`,
  receipt: `select n, outcome from palimpsest.import_receipts($1)`,
  plan: `select n, outcome from palimpsest.import_plans($1)`,
  plan_state: `select n, outcome from palimpsest.import_plan_state($1)`,
  task_context: `select n, outcome from palimpsest.import_task_contexts($1)`,
  session: `select n, outcome from palimpsest.import_sessions($1)`,
};
export type PlainType = keyof typeof statements;
/** In the order in which they are written. */
export const plainTypes = Object.keys(statements) as PlainType[];
/** Of these, those that everybody may import. */
export const workTypes = ["plan", "plan_state", "task_context", "session"] as const;

/** Writes records of one type that stand for themselves; gives what became of each, in their order. */
export async function importRows(
  tx: Tx,
  type: PlainType,
  records: TransferRecord<PlainType>[],
): Promise<Outcome[]> {
  if (records.length === 0) return [];
  const rows = await tx.query<{ n: number; outcome: Outcome }>(statements[type], [
    JSON.stringify(records.map((record, n) => ({ ...record, n }))),
  ]);
  const outcomes = new Map(rows.map(({ n, outcome }) => [n, outcome]));
  return records.map((_, n) => outcomes.get(n)!);
}
