import {
  assertServingRole,
  type Memory,
  migrateStatus,
  openMemory,
  retryUnavailable,
} from "@palimpsest/core";
import { type Config, toMemoryOptions } from "../config/index.js";
import { Metrics, watchProcess } from "../metrics/index.js";
import type { Log, Probe } from "../observe/index.js";
import { drain } from "./drain.js";
import { assertFree, listen } from "./listen.js";
import { startWatchedWorker } from "./start-watched-worker.js";
import { watchMemory } from "./watch-memory.js";

export interface RunningServer {
  url: string;
  memory: Memory;
  /** Stops accepting, lets requests and jobs finish, writes what is left to write and closes the database. */
  stop(): Promise<void>;
}

const drainMs = 10_000;

/** Opens the memory, serves every surface of it on one address, and runs its background jobs. */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  await assertFree(config.host, config.port);
  // The surfaces are loaded while the database opens, which takes the longest and has a thread of its own.
  const [memory, { createApp }, { mcpHttp }] = await Promise.all([
    retryUnavailable(() =>
      openMemory({ ...toMemoryOptions(config), onError: (err) => log.warn({ err }, "audit") }),
    ),
    import("../http/app.js"),
    import("../mcp/index.js"),
  ]);
  const metrics = new Metrics();
  const unwatch = watchProcess(metrics);
  watchMemory(memory, metrics);
  let draining = false;
  try {
    const mcp = mcpHttp(memory, config, (err) => log.warn({ err }, "mcp"));
    const app = createApp({
      memory,
      config,
      log,
      metrics,
      mcp,
      probes: probesOf(memory),
      draining: () => draining,
    });
    const { server, url } = await listen(app.fetch, config.host, config.port);
    const worker = startWatchedWorker(memory.services, metrics, log, config.pollIntervalMs);
    return {
      url,
      memory,
      stop: async () => {
        draining = true;
        await Promise.all([drain(server, drainMs), worker.stop()]);
        unwatch();
        await memory.close();
      },
    };
  } catch (error) {
    unwatch();
    await memory.close();
    throw error;
  }
}

function probesOf({ services: { db } }: Memory): Probe[] {
  return [
    { name: "database", run: () => db.anonymous((tx) => tx.query("select 1")) },
    { name: "schema", run: async () => assertCurrent(await migrateStatus(db)) },
    { name: "role", run: () => assertServingRole(db) },
  ];
}

function assertCurrent({ current, latest }: { current: number; latest: number }): void {
  if (current !== latest) throw new Error(`version ${current}, needs ${latest}: palimpsest migrate up`);
}
