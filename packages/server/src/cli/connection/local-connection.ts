import {
  type Credential,
  impersonated,
  localPrincipal,
  openMemory,
  retryUnavailable,
  type Surface,
  systemPrincipal,
} from "@palimpsest/core";
import { type Config, toMemoryOptions } from "../../config/index.js";
import type { Actor, Connection } from "./connection.js";

/** Opens the database in this process. */
export async function openLocalConnection(
  config: Config,
  actor: Actor,
  surface: Surface,
): Promise<Connection> {
  const memory = await retryUnavailable(() => openMemory(toMemoryOptions(config)));
  const credential = credentialOf(config, actor, surface);
  return {
    call: async (operation, input) =>
      (await memory.dispatch({ operation, input, credential, surface })).output,
    close: () => memory.close(),
  };
}

/**
 * Whose rights the operation has. A key determines that. Without a key, a person at the command line who can open the
 * database is its operator and may act as anyone; an agent on MCP is not, and needs a key if auth is required.
 */
function credentialOf(
  { apiKey, tenant, auth }: Config,
  { user, agent }: Actor,
  surface: Surface,
): Credential {
  if (apiKey !== undefined) return { kind: "bearer", token: apiKey };
  if (auth === "none") return { kind: "local", tenantId: tenant, userId: user, agentId: agent };
  if (surface === "mcp") return { kind: "none" };
  const named = user !== undefined || agent !== undefined;
  const principal = named
    ? impersonated(localPrincipal({ tenantId: tenant, userId: user, agentId: agent }))
    : systemPrincipal(tenant ?? localPrincipal().tenantId);
  return { kind: "principal", principal };
}
