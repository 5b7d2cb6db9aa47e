import { attributeLines, attributeText } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type MemoryRow, type ProcedureUse, readUse } from "../../substrate/index.js";
import { type Known, shownAlike } from "../read-one.js";

/** Laplace's rule: one that was never tried stands between success and failure. */
export const effectivenessOf = ({
  weighed_successes: successes,
  weighed_failures: failures,
}: Pick<ProcedureUse, "weighed_successes" | "weighed_failures">): number =>
  Math.round(((successes + 1) / (successes + failures + 2)) * 1e4) / 1e4;

/** What search rows and details show alike. */
export const procedureFields = ({ id, attributes, status }: MemoryRow) => ({
  id,
  name: attributeText(attributes, "name"),
  domain: attributeText(attributes, "domain") || null,
  description: attributeText(attributes, "description") || null,
  active: status === "active",
});

/** How often it was used, and how well that went. */
export const useFields = (use: ProcedureUse) => ({
  activation_count: use.activations,
  effectiveness: effectivenessOf(use),
});

export async function shownProcedure(
  tx: Tx,
  reader: Pick<OperationContext, "who" | "policy">,
  procedure: Known,
) {
  const { row } = procedure;
  const use = (await readUse(tx, reader.who, [row.id]))(row.id);
  const lines = (key: string) => attributeLines(row.attributes, key);
  return {
    ...shownAlike(reader, procedure),
    ...procedureFields(row),
    ...useFields(use),
    goals: lines("goals"),
    core_patterns: lines("core_patterns"),
    core_tools: lines("core_tools"),
    core_concepts: lines("core_concepts"),
    implementation_notes: lines("implementation_notes"),
    success_count: use.successes,
    failure_count: use.failures,
    neutral_count: use.neutrals,
    last_activated: use.last_used_at?.toISOString() ?? null,
    related_procedures: lines("related_procedures"),
    censor_ids: lines("censor_ids"),
  };
}
