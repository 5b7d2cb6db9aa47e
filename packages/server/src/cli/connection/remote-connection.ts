import { PalimpsestClient, PalimpsestClientError } from "@palimpsest/client";
import { PalimpsestError } from "@palimpsest/contract";
import type { Rate } from "@palimpsest/core";
import { type Config, storeName } from "../../config/index.js";
import { rateOf } from "../../surface/rate-headers.js";
import type { Actor, Connection } from "./connection.js";

export function openRemoteConnection(url: string, config: Config, { user, agent }: Actor): Connection {
  const { apiKey, tenant } = config;
  const options = { url, key: apiKey, tenantId: tenant, userId: user, agentId: agent };
  const client = new PalimpsestClient(options);
  return {
    store: storeName(config),
    call: async (operation, input, onCounted) => {
      const by = onCounted ? new PalimpsestClient({ ...options, fetch: countedFetch(onCounted) }) : client;
      try {
        return await (by[operation] as (input: object) => Promise<unknown>)(input);
      } catch (error) {
        throw error instanceof PalimpsestClientError ? asPalimpsestError(error) : error;
      }
    },
    close: async () => {},
  };
}

/** Tells what the headers of each answer say of the caller's rate limit. */
const countedFetch =
  (onCounted: (rate: Rate) => void): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request);
    const rate = rateOf(response.headers);
    if (rate !== undefined) onCounted(rate);
    return response;
  };

/** The error that the operation would throw in this process; UNAVAILABLE if the server cannot be reached. */
function asPalimpsestError(error: PalimpsestClientError): PalimpsestError {
  const { code, message, details, retryAfter } = error;
  const known =
    code === "NETWORK" || code === "TIMEOUT" || code === "INVALID_RESPONSE" ? "UNAVAILABLE" : code;
  return new PalimpsestError(known, message, { details, retryAfter, cause: error });
}
