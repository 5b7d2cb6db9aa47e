import type { MemoryRow } from "../../substrate/index.js";
import type { Gathered } from "./gather.js";

/** A memory that several turns are about is told once, where it came up last. */
export function turnsToTell({ turns }: Gathered): (Gathered["turns"][number] & { id?: string })[] {
  const last = new Map(turns.map((turn) => [turn.memory_id ?? turn.event_id, turn.event_id]));
  return turns.filter((turn) => last.get(turn.memory_id ?? turn.event_id) === turn.event_id);
}

/** Each capsule, then what it holds. */
export function capsuleRows({
  capsules,
}: Gathered): { id: string; row: MemoryRow; capsule: string; from?: string }[] {
  const told = new Set<string>();
  return capsules
    .flatMap(({ row, items }) => [
      { id: row.id, row, capsule: row.id, from: row.author_id },
      ...items.map((item) => ({ id: item.id, row: item, capsule: row.id })),
    ])
    .filter(({ id }) => !told.has(id) && told.add(id));
}
