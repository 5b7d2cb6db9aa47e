import type { Config } from "../config/index.js";
import { createLog } from "../observe/index.js";
import { shutdownSignal } from "../process/shutdown-signal.js";
import { banner } from "./banner.js";
import { startServer } from "./start-server.js";

/** Runs `palimpsest serve` until a signal asks it to stop, then finishes what it has begun. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const running = await startServer(config, log);
  const stop = shutdownSignal();
  process.stdout.write(banner(running.url, config, running));
  log.info({ url: running.url }, "serving");
  log.info({ signal: await stop }, "stopping");
  await running.stop();
  log.info("stopped");
}
