import { PalimpsestClient } from "@palimpsest/client";
import type { OperationName } from "@palimpsest/contract";
import {
  type Credential,
  type Door,
  localPrincipal,
  type Memory,
  openMemory,
  systemPrincipal,
} from "@palimpsest/core";
import { type Env, loadConfig, toMemoryOptions } from "../config/index.js";
import { envOf, type Globals } from "./globals.js";

/** One way to run operations, whether the data is opened here or a server is asked. */
export interface Connection {
  call(operation: OperationName, input: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function openConnection(globals: Globals, env: Env, door: Door = "cli"): Promise<Connection> {
  if (globals.url !== undefined) return remote(globals.url, globals);
  const config = loadConfig(envOf(env, globals));
  const memory = await openMemory(toMemoryOptions(config));
  return { call: caller(memory, credentialOf(globals, config.auth), door), close: () => memory.close() };
}

export const caller =
  (memory: Memory, credential: Credential, door: Door): Connection["call"] =>
  async (operation, input) =>
    (await memory.dispatch({ operation, input, credential, door })).output;

function remote(url: string, { key, tenant, user, agent }: Globals): Connection {
  const client = new PalimpsestClient({ url, key, tenantId: tenant, userId: user, agentId: agent });
  return {
    call: (operation, input) => (client[operation] as (input: object) => Promise<unknown>)(input),
    close: async () => {},
  };
}

/**
 * Who acts. A key says so itself; without one, whoever can open the database is its operator, and may act as an
 * agent or a person of a tenant.
 */
export function credentialOf({ key, tenant, user, agent }: Globals, auth: "none" | "required"): Credential {
  if (key !== undefined) return { kind: "bearer", token: key };
  if (auth === "none") return { kind: "local", tenantId: tenant, userId: user, agentId: agent };
  const named = user !== undefined || agent !== undefined;
  const principal = named
    ? localPrincipal({ tenantId: tenant, userId: user, agentId: agent })
    : systemPrincipal(tenant ?? localPrincipal().tenantId);
  return { kind: "principal", principal };
}
