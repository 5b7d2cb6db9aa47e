import { newId, type Principal } from "../../identity/index.js";
import type { World } from "../../testing/open-world.js";

/** An approved edit written straight into the log and folded: who may edit is not what these tests are about. */
export function applyRawEdit(
  world: World,
  by: Principal,
  { id, op, patch = {} }: { id: string; op: string; patch?: object },
): Promise<void> {
  return world.services.db.transaction(by, async (tx) => {
    const edit = newId("edt");
    await tx.query(
      `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, patch, reason, proposer_type, proposer_id)
       values ($1, $2, $3, $4, $5, 'a test', 'agent', $6)`,
      [by.tenantId, edit, id, op, JSON.stringify(patch), by.id],
    );
    await tx.query(
      `insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
       values ($1, $2, $3, 'approved', 'agent', $4)`,
      [by.tenantId, edit, id, by.id],
    );
    // The text and attributes that the edit leads to, as the fold gives them.
    await tx.query(
      `select palimpsest.refold(s.id, coalesce(s.text, s.attributes::text), s.attributes, s.attributes::text, '', 0, 'hash',
         'words', 1, null, null)
       from palimpsest.states(array[$1]) s`,
      [id],
    );
  });
}
