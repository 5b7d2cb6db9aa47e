import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { pageOfEntries } from "./list-audit.sql.js";

/** Audit entries, newest first. Entries that are still held in memory are written first. */
export async function listAudit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listAudit"]>,
): Promise<OutputOf<PalimpsestContract["listAudit"]>> {
  const page = pageOf(context, "listAudit", input);
  await context.services.audit.flush();
  const { operation = null, actor_id = null, target_id = null, request_id = null } = input;
  const filter = { operation, actor_id, target_id, request_id };
  const found = await context.read((tx) => pageOfEntries(tx, context.who, filter, page));
  const { shown, next } = page.cut(found, ({ recorded_at, audit_id }) => [recorded_at, audit_id]);
  return { entries: shown, ...next };
}
