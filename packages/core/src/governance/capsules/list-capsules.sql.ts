import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { CapsuleRow } from "./capsule-row.js";
import { capsuleColumns, unblocked } from "./read-capsule.sql.js";

interface Wanted {
  subject_type?: string;
  subject_id?: string;
  limit: number;
}

type Listed = CapsuleRow & { total: string };

const about = `($2::text is null or m.subject_type = $2) and ($3::text is null or m.subject_id = $3)`;
const values = (who: Principal, wanted: Wanted) => [
  who.tenantId,
  wanted.subject_type ?? null,
  wanted.subject_id ?? null,
  wanted.limit,
];

export async function listOpen(tx: Tx, who: Principal, wanted: Wanted): Promise<Listed[]> {
  return tx.query<Listed>(
    `select ${capsuleColumns("null")}, count(*) over () as total
     from palimpsest.capsule c
     join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
     where c.tenant_id = $1 and c.status = 'active' and c.expires_at > now()
       and c.memory_id in (select a.capsule_id from palimpsest.capsule_audience a
                           where a.tenant_id = $1 and a.agent_id = any (palimpsest.readers()) and a.expires_at > now())
       and not m.retracted and not m.quarantined and ${unblocked("null")} and ${about}
     order by c.created_at desc, c.memory_id limit $4`,
    values(who, wanted),
  );
}

export async function listMade(tx: Tx, who: Principal, wanted: Wanted): Promise<Listed[]> {
  return tx.query<Listed>(
    `select ${capsuleColumns("null")}, count(*) over () as total
     from palimpsest.capsule c
     join palimpsest.memory m on m.tenant_id = c.tenant_id and m.id = c.memory_id
     where c.tenant_id = $1 and c.author_id = palimpsest.principal() and not m.retracted and ${about}
     order by c.created_at desc, c.memory_id limit $4`,
    values(who, wanted),
  );
}
