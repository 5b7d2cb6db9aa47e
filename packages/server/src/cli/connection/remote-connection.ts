import { PalimpsestClient, PalimpsestClientError } from "@palimpsest/client";
import { PalimpsestError } from "@palimpsest/contract";
import { type Config, storeName } from "../../config/index.js";
import type { Actor, Connection } from "./connection.js";

export function openRemoteConnection(url: string, config: Config, { user, agent }: Actor): Connection {
  const { apiKey, tenant } = config;
  const options = { url, key: apiKey, tenantId: tenant, userId: user, agentId: agent };
  const client = new PalimpsestClient(options);
  return {
    store: storeName(config),
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
