import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { sealAllNow } from "./chain/verify-audit.js";
import { pageOfEntries } from "./list-audit.sql.js";

/** Audit entries, newest first, or oldest first after one of them. All that is written is sealed first. */
export async function listAudit(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listAudit"]>,
): Promise<OutputOf<PalimpsestContract["listAudit"]>> {
  const { after, rows, cut } = pageOf(context, "listAudit", input);
  await sealAllNow(context);
  const { operation = null, actor_id = null, target_id = null, request_id = null, after_seq = null } = input;
  const filter = { operation, actor_id, target_id, request_id };
  const page = { after: (after?.[0] as number) ?? after_seq, newestFirst: after_seq === null, rows };
  const found = await context.read((tx) => pageOfEntries(tx, context.who, filter, page));
  const { shown, next } = cut(found, ({ seq }) => [seq]);
  return { entries: shown, ...next };
}

/** The sealed entries of an operation that name this id, the newest first; at most 100. */
export async function entriesAbout(context: OperationContext, operation: string, targetId: string) {
  await sealAllNow(context);
  const filter = { operation, target_id: targetId, actor_id: null, request_id: null };
  const page = { after: null, newestFirst: true, rows: 100 };
  return context.read((tx) => pageOfEntries(tx, context.who, filter, page));
}
