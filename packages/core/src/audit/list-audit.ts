import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { hasEntry, pageOfEntries } from "./list-audit.sql.js";

/** Audit entries, newest first. Entries that are still held in memory are written first. */
export async function listAudit(
  { services, who, read }: OperationContext,
  input: InputOf<PalimpsestContract["listAudit"]>,
): Promise<OutputOf<PalimpsestContract["listAudit"]>> {
  await services.audit.flush();
  const { operation = null, actor_id = null, target_id = null, request_id = null, before = null } = input;
  return read(async (tx) => {
    if (before !== null && !(await hasEntry(tx, who, before))) {
      throw new PalimpsestError("INVALID_CURSOR", "before: no such audit entry.");
    }
    const filter = { operation, actor_id, target_id, request_id };
    const entries = await pageOfEntries(tx, who, filter, before, input.limit);
    return { entries };
  });
}
