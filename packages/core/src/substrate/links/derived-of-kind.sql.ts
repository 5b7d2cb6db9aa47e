import { type Rows, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";

const fields = ["id", "text", "attributes", "status", "retracted", "quarantined", "edit_count"] as const;

export type DerivedOfKind = Pick<Rows["memory"], (typeof fields)[number]>;

/** Memories of a kind that were made from these and that the caller may see, retracted ones too. */
export const derivedOfKind = (
  tx: Tx,
  who: Principal,
  kind: string,
  sources: readonly string[],
): Promise<DerivedOfKind[]> =>
  tx.query<DerivedOfKind>(
    `select ${selectList("m", fields)}
     from (select distinct l.from_id as id from palimpsest.memory_link l
           where l.tenant_id = $1 and l.type = 'derived_from' and l.to_id = any ($2)) made
     cross join lateral (
       select * from palimpsest.memory where tenant_id = $1 and id = made.id offset 0) m
     where m.kind = $3 order by m.id`,
    [who.tenantId, sources, kind],
  );
