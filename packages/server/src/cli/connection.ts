import { PalimpsestClient, PalimpsestClientError } from "@palimpsest/client";
import { type OperationName, PalimpsestError } from "@palimpsest/contract";
import {
  type Credential,
  localPrincipal,
  openMemory,
  retryUnavailable,
  type Surface,
  systemPrincipal,
} from "@palimpsest/core";
import { type Config, toMemoryOptions } from "../config/index.js";
import type { Globals } from "./globals.js";

/** Runs operations, on a database that this process opens or on a server. */
export interface Connection {
  call(operation: OperationName, input: object): Promise<unknown>;
  close(): Promise<void>;
}

type Actor = Pick<Globals, "agent" | "user">;

export async function openConnection(config: Config, actor: Actor, surface: Surface): Promise<Connection> {
  if (config.serverUrl !== undefined) return remote(config.serverUrl, config, actor);
  const memory = await retryUnavailable(() => openMemory(toMemoryOptions(config)));
  const credential = credentialOf(config, actor, surface);
  return {
    call: async (operation, input) =>
      (await memory.dispatch({ operation, input, credential, surface })).output,
    close: () => memory.close(),
  };
}

function remote(url: string, { apiKey, tenant }: Config, { user, agent }: Actor): Connection {
  const client = new PalimpsestClient({ url, key: apiKey, tenantId: tenant, userId: user, agentId: agent });
  return {
    call: async (operation, input) => {
      try {
        return await (client[operation] as (input: object) => Promise<unknown>)(input);
      } catch (error) {
        throw error instanceof PalimpsestClientError ? asPalimpsestError(error) : error;
      }
    },
    close: async () => {},
  };
}

/** The error that the operation would throw in this process; UNAVAILABLE if the server cannot be reached. */
function asPalimpsestError(error: PalimpsestClientError): PalimpsestError {
  const { code, message, details, retryAfter } = error;
  const known =
    code === "NETWORK" || code === "TIMEOUT" || code === "INVALID_RESPONSE" ? "UNAVAILABLE" : code;
  return new PalimpsestError(known, message, { details, retryAfter, cause: error });
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
    ? localPrincipal({ tenantId: tenant, userId: user, agentId: agent })
    : systemPrincipal(tenant ?? localPrincipal().tenantId);
  return { kind: "principal", principal };
}
