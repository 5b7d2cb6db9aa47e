import { newId, type Principal } from "../../identity/index.js";
import type { TestMemory } from "../../testing/test-memory.js";

/** A receipt that says these memories were shown to this caller. */
export async function showInContext(memory: TestMemory, who: Principal, ids: string[]): Promise<string> {
  const acbId = newId("acb");
  await memory.call(who, "listEdits", {});
  await memory.services.db.transaction(who, async (tx) => {
    await tx.query(
      `insert into palimpsest.receipt (tenant_id, acb_id, principal_id, session_id, read_at, inputs, policy_version,
         last_edit_at, budget_tokens, total_tokens, digest)
       values ($1, $2, $3, $4, clock_timestamp(), '{}', 'test', null, 1000, 10, 'none')`,
      [who.tenantId, acbId, who.id, `session-of-${who.id}`],
    );
    await tx.query(
      `insert into palimpsest.receipt_item (tenant_id, acb_id, position, memory_id, section, tokens)
       select $1, $2, i.n, i.id, 'retrieved', 5 from unnest($3::text[]) with ordinality as i(id, n)`,
      [who.tenantId, acbId, ids],
    );
  });
  return acbId;
}
