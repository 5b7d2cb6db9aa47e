import type { Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { type Filter, type MemoryRow, readMemories } from "../substrate/index.js";

/** Rules for everyone and for the given project and subject; rules that are never dropped come first. */
export function readRules(
  tx: Tx,
  who: Principal,
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "asOf" | "projectId" | "subjectId">,
  limit: number,
): Promise<MemoryRow[]> {
  return readMemories(
    tx,
    who,
    {
      kinds: ["rule"],
      channel: filter.channel,
      classes: filter.classes,
      saidIn: filter.saidIn,
      asOf: filter.asOf,
    },
    {
      where: `(m.project_id is null or m.project_id = ?1) and (m.subject_id is null or m.subject_id = ?2)`,
      state: `(m.attributes->>'channel' is null or m.attributes->>'channel' = ?3)`,
      values: [filter.projectId ?? null, filter.subjectId ?? null, filter.channel ?? null],
      order: `m.attributes->>'invariant' nulls last, (m.attributes->>'priority')::integer desc, m.occurred_at desc, m.id desc`,
      limit,
    },
  );
}
