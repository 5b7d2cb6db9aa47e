import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { findEdit } from "./edit.sql.js";

type Output = OutputOf<PalimpsestContract["editExposure"]>;
type Shown = Output["contexts"][number] & { [column: string]: unknown };
type Holding = Output["capsules"][number] & { [column: string]: unknown };

const shownContexts = 1_000;

/** Who was shown the memory that an edit is about, from the receipts of contexts and the capsules that hold it. */
export async function editExposure(
  context: OperationContext,
  input: InputOf<PalimpsestContract["editExposure"]>,
): Promise<Output> {
  const { who } = context;
  return context.read(async (tx) => {
    const edit = await findEdit(tx, who, input.edit_id);
    context.touched([edit.edit_id, edit.memory_id]);
    const contexts = await tx.query<Shown>(
      `select r.acb_id, r.session_id, r.principal_id as agent_id, ${iso("r.created_at")} as at, i.section
       from palimpsest.receipt_item i
       join palimpsest.receipt r on r.tenant_id = i.tenant_id and r.acb_id = i.acb_id
       where i.tenant_id = $1 and i.memory_id = $2
       order by r.created_at desc, r.acb_id desc, i.position limit $3`,
      [who.tenantId, edit.memory_id, shownContexts],
    );
    const [all] = await tx.query<{ shown: number; sessions: string[]; agents: string[] }>(
      `select count(distinct r.acb_id)::integer as shown,
         coalesce(array_agg(distinct r.session_id), '{}') as sessions,
         coalesce(array_agg(distinct r.principal_id), '{}') as agents
       from palimpsest.receipt_item i
       join palimpsest.receipt r on r.tenant_id = i.tenant_id and r.acb_id = i.acb_id
       where i.tenant_id = $1 and i.memory_id = $2`,
      [who.tenantId, edit.memory_id],
    );
    const capsules = await tx.query<Holding>(
      `select c.capsule_id, c.audience as audience_agent_ids, c.access_count::integer as access_count
       from palimpsest.capsules_holding($1) c`,
      [edit.memory_id],
    );
    return { edit_id: edit.edit_id, target_id: edit.memory_id, ...all!, contexts, capsules };
  });
}
