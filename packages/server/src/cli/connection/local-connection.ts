import {
  authenticate,
  type Credential,
  collectStatistics,
  impersonated,
  jobKinds,
  localPrincipal,
  openMemory,
  retryUnavailable,
  runDueJobs,
  type Surface,
  startWorker,
  systemPrincipal,
} from "@palimpsest/core";
import { type Config, storeAndReason, toMemoryOptions } from "../../config/index.js";
import { sampleRefused } from "../../surface/sample-refused.js";
import { requestIds } from "../../surface/trace.js";
import type { Actor, Connection } from "./connection.js";
import { namingHost } from "./naming-host.js";

/** Opens the database in this process. */
export async function openLocalConnection(
  config: Config,
  actor: Actor,
  surface: Surface,
): Promise<Connection> {
  const memory = await namingHost(config, () => retryUnavailable(() => openMemory(toMemoryOptions(config))));
  const credential = credentialOf(config, actor, surface);
  // A store that only MCP opens has no server, and its jobs are run here. On Postgres a server or a worker runs them.
  const worker =
    surface === "mcp" && memory.services.db.engine === "embedded"
      ? startWorker(memory.services, {
          kinds: jobKinds,
          name: config.workerId,
          pollMs: config.pollIntervalMs,
          concurrency: 1,
          graceMs: 500,
          onError: () => undefined,
        })
      : undefined;
  // No worker runs beside commands, and an embedded store that only they write to needs statistics all the same.
  const isOwner = () => memory.services.db.status().role === "owner";
  const collect = () => collectStatistics(memory.services.db).catch(() => []);
  const statistics = setInterval(() => void (isOwner() && collect()), 3_000).unref();
  /** Of the last message that was refused. */
  let telling: Promise<void> = Promise.resolve();
  return {
    store: storeAndReason(config),
    call: (operation, input, onCounted, forLess) =>
      namingHost(
        config,
        async () =>
          (await memory.dispatch({ operation, input, credential, surface, onCounted, forLess })).output,
      ),
    refused: (code) => {
      telling = telling
        .catch(() => undefined)
        .then(async () =>
          sampleRefused(
            memory,
            await authenticate(memory.services, credential),
            code,
            requestIds(new Headers()),
          ),
        );
      return telling;
    },
    finishJobs: isOwner()
      ? (signal, onEnd) => runDueJobs(memory.services, { kinds: jobKinds, signal, onEnd })
      : undefined,
    close: async () => {
      clearInterval(statistics);
      await worker?.stop();
      await telling.catch(() => undefined);
      if (isOwner()) await collect();
      await memory.close();
    },
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
