import { type Config, storeName } from "../config/index.js";
import { createLog } from "../observe/index.js";
import { shutdownSignal } from "../process/shutdown-signal.js";
import { banner } from "./banner.js";
import { startServer } from "./start-server.js";

/** Runs `palimpsest serve` until a signal asks it to stop or its data is lost, then finishes what it has begun. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const stop = shutdownSignal();
  log.info({ store: storeName({ ...config, serverUrl: undefined }) }, "opening");
  const running = await startServer(config, log);
  process.stdout.write(banner(running.url, config, running));
  log.info({ url: running.url }, "serving");
  const end = await Promise.race([stop, running.memory.services.db.lost]);
  log.info(typeof end === "string" ? { signal: end } : { err: end }, "stopping");
  await running.stop();
  log.info("stopped");
  if (typeof end !== "string") throw end;
}
