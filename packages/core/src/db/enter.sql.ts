import { teamPrefix } from "@palimpsest/contract";
import { isOperator, type Principal } from "../principal.js";

/** Limits that only a Postgres server enforces; PGlite ignores the first and hangs on the last. */
export interface ServerTimeouts {
  statementMs: number;
  lockMs: number;
  idleMs: number;
}

export interface Entry {
  text: string;
  values: string[];
}

/** The text form of a Postgres array of text. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/[\\"]/g, "\\$&")}"`).join(",")}}`;
}

/** Every name by which a row may be addressed to this principal. */
export function readersOf(who: Principal): string[] {
  return [who.id, ...who.teams.map((team) => `${teamPrefix}${team}`)];
}

function settings(pairs: [string, string][]): Entry {
  const calls = pairs.map((_, at) => `set_config($${at * 2 + 1},$${at * 2 + 2},true)`);
  return { text: `select ${calls.join(",")}`, values: pairs.flat() };
}

function timeouts(limits: ServerTimeouts | undefined): [string, string][] {
  if (limits === undefined) return [];
  return [
    ["statement_timeout", String(limits.statementMs)],
    ["lock_timeout", String(limits.lockMs)],
    ["idle_in_transaction_session_timeout", String(limits.idleMs)],
  ];
}

/**
 * The one statement by which a transaction takes on the serving role and the caller's identity. All of
 * it ends with the transaction, so it is safe behind a pooler and on PGlite's single session.
 */
export function enter(who: Principal | undefined, limits: ServerTimeouts | undefined): Entry {
  return enterRole("palimpsest_app", who?.tenantId ?? "", who, limits);
}

/** The same for the worker's role, in a tenant or in none. */
export function enterAsWorker(tenantId: string | undefined, limits: ServerTimeouts | undefined): Entry {
  return enterRole("palimpsest_worker", tenantId ?? "", undefined, limits);
}

function enterRole(
  role: "palimpsest_app" | "palimpsest_worker",
  tenantId: string,
  who: Principal | undefined,
  limits: ServerTimeouts | undefined,
): Entry {
  return settings([
    ["role", role],
    ["palimpsest.tenant", tenantId],
    ["palimpsest.principal", who?.id ?? ""],
    ["palimpsest.readers", arrayLiteral(who ? readersOf(who) : [])],
    ["palimpsest.role", who?.role ?? ""],
    ["palimpsest.principal_type", who?.type ?? ""],
    ["palimpsest.key", who?.keyId ?? ""],
    ["palimpsest.operator", who && isOperator(who) ? "on" : ""],
    ["timezone", "UTC"],
    // Row level security makes small queries look costly; compiling them takes far longer than running them.
    ["jit", "off"],
    ...(who?.rollingBack?.length
      ? [["palimpsest.rolling_back", who.rollingBack.join("\n")] as [string, string]]
      : []),
    ...timeouts(limits),
  ]);
}

/** The owner keeps its own role. Migrations may wait long for locks and run long. */
export function enterAsOwner(): Entry {
  return settings([
    ["palimpsest.tenant", ""],
    ["palimpsest.principal", ""],
    ["palimpsest.readers", "{}"],
    ["timezone", "UTC"],
  ]);
}
