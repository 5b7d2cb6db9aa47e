import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import { asJson } from "./objects.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

export interface SessionRow {
  [column: string]: unknown;
  session_id: string;
  user_id: string;
  name: string | null;
  agent_id: string | null;
  metadata: Input<"createSession">["metadata"];
  created_at: string;
  last_interaction: string;
}

const columns = `s.session_id, s.user_id, s.name, s.agent_id, s.metadata, ${iso("s.created_at")} as created_at,
  ${iso("s.last_interaction")} as last_interaction`;
const thisSession = "s.tenant_id = $1 and s.user_id = $2 and s.session_id = $3";

/** Undefined: the caller has one of that name. */
export async function insertSession(
  tx: Tx,
  who: Principal,
  { session_id, name, agent_id, metadata }: Input<"createSession">,
): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(
    `insert into palimpsest.session as s (tenant_id, user_id, session_id, name, agent_id, metadata)
     values ($1, $2, $3, $4, $5, $6::jsonb)
     on conflict (tenant_id, user_id, session_id) do nothing returning ${columns}`,
    [who.tenantId, who.id, session_id, name ?? null, agent_id ?? null, JSON.stringify(metadata)],
  );
  return row;
}

export async function findSession(
  tx: Tx,
  who: Principal,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(
    `select ${columns} from palimpsest.session s where ${thisSession}`,
    [who.tenantId, who.id, sessionId],
  );
  return row;
}

export async function changeSession(
  tx: Tx,
  who: Principal,
  { session_id, name, agent_id, metadata }: Input<"updateSession">,
): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(
    `update palimpsest.session s set name = coalesce($4, s.name), agent_id = coalesce($5, s.agent_id),
       metadata = coalesce($6::jsonb, s.metadata), last_interaction = clock_timestamp()
     where ${thisSession} returning ${columns}`,
    [who.tenantId, who.id, session_id, name ?? null, agent_id ?? null, asJson(metadata)],
  );
  return row;
}

export async function removeSession(tx: Tx, who: Principal, sessionId: string): Promise<boolean> {
  const deleted = await tx.query(
    `delete from palimpsest.session s where ${thisSession} returning s.session_id`,
    [who.tenantId, who.id, sessionId],
  );
  return deleted.length > 0;
}

const listed = "s.tenant_id = $1 and s.user_id = $2 and ($3::text is null or s.agent_id = $3)";

export async function readSessions(
  tx: Tx,
  who: Principal,
  agentId: string | undefined,
  { after, rows }: { after: readonly unknown[] | undefined; rows: number },
): Promise<{ found: SessionRow[]; total: number }> {
  const filter = [who.tenantId, who.id, agentId ?? null];
  const [counted] = await tx.query<{ total: number }>(
    `select count(*)::integer as total from palimpsest.session s where ${listed}`,
    filter,
  );
  const found = await tx.query<SessionRow>(
    `select ${columns} from palimpsest.session s
     where ${listed} and ($4::timestamptz is null or (s.last_interaction, s.session_id) < ($4, $5::text))
     order by s.last_interaction desc, s.session_id desc limit $6`,
    [...filter, after?.[0] ?? null, after?.[1] ?? null, rows],
  );
  return { found, total: counted!.total };
}
