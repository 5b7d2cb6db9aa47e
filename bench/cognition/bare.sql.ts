import type { Database } from "@palimpsest/core";

const tenant = "00000000-0000-0000-0000-000000000000";

/** The same put as somebody would write it who trusts every caller. */
export const barePut = (db: Database, key: string, value: unknown): Promise<unknown[]> =>
  db.ownerStatements((tx) =>
    tx.query(
      `insert into palimpsest.plan_state (tenant_id, plan_id, key, value, updated_by) values ($1, 'bare', $2, $3, 'agent:b')
       on conflict (tenant_id, plan_id, key) do update set value = excluded.value, version = plan_state.version + 1
       returning version`,
      [tenant, key, JSON.stringify(value)],
    ),
  );

export const bareGet = (db: Database, key: string): Promise<unknown[]> =>
  db.ownerStatements((tx) =>
    tx.query(
      `select value from palimpsest.plan_state where tenant_id = $1 and plan_id = 'bare' and key = $2`,
      [tenant, key],
    ),
  );
