import {
  type Memory,
  mayRunJobs,
  noJobsHere,
  openMemory,
  probesOf,
  retryUnavailable,
} from "@palimpsest/core";
import { type Config, toMemoryOptions } from "../config/index.js";
import { Metrics, watchProcess } from "../metrics/index.js";
import { droppedLogLines, type Log } from "../observe/index.js";
import { drain } from "./drain.js";
import { assertFree, listen } from "./listen.js";
import { startWatchedWorker } from "./start-watched-worker.js";
import { watchMemory } from "./watch-memory.js";

export interface RunningServer {
  url: string;
  memory: Memory;
  /** False: its login cannot, so another process has to run the jobs. */
  runsJobs: boolean;
  /** Stops accepting requests, lets requests and jobs finish, writes the audit log and closes the database. */
  stop(): Promise<void>;
}

const drainMs = 10_000;

/** Opens the memory, serves REST and MCP on one address, and runs the background jobs if its login can. */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  await assertFree(config.host, config.port);
  // Opening the database takes longest and has a thread of its own: load the other modules meanwhile.
  const [memory, { createApp }, { mcpHttp }] = await Promise.all([
    retryUnavailable(() =>
      openMemory({
        ...toMemoryOptions(config),
        onError: (err) => log.warn({ err }, "writing the audit log failed"),
      }),
    ),
    import("../http/app.js"),
    import("../mcp/index.js"),
  ]);
  const metrics = new Metrics();
  const unwatch = watchProcess(metrics, droppedLogLines);
  watchMemory(memory, metrics);
  let draining = false;
  try {
    const runsJobs = await memory.services.db.anonymous(mayRunJobs);
    const mcp = mcpHttp(
      memory,
      config,
      (err) => log.warn({ err }, "an MCP request failed"),
      (call) => log.info(call, "tool call"),
    );
    const app = createApp({
      memory,
      config,
      log,
      metrics,
      mcp,
      probes: probesOf(memory.services),
      runsJobs,
      draining: () => draining,
    });
    const { server, url } = await listen(app.fetch, config.host, config.port);
    const worker = runsJobs
      ? startWatchedWorker(memory.services, metrics, log, {
          pollMs: config.pollIntervalMs,
          name: config.workerId,
        })
      : undefined;
    if (!runsJobs) log.warn(noJobsHere);
    return {
      url,
      memory,
      runsJobs,
      stop: async () => {
        draining = true;
        await Promise.all([drain(server, drainMs), worker?.stop()]);
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
