import type { Config } from "../config/index.js";
import { createLog } from "../observe/index.js";
import { banner } from "./banner.js";
import { type RunningServer, startServer } from "./start-server.js";

/** `palimpsest serve`: runs until it is told to stop, then leaves nothing half done. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  if (config.jwtSecret !== undefined && config.jwtSecret.length < 32) {
    log.warn("PALIMPSEST_JWT_SECRET is short; 32 characters or more cannot be guessed");
  }
  const running = await startServer(config, log);
  process.stdout.write(banner(running.url, config, running.memory));
  log.info({ url: running.url }, "serving");
  await stopped(running, log);
}

/** Resolves when a signal has asked for the end and all is closed. A second signal does not wait. */
function stopped(running: RunningServer, log: ReturnType<typeof createLog>): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) process.exit(130);
      asked = true;
      log.info({ signal }, "stopping");
      running.stop().then(() => {
        for (const one of ["SIGTERM", "SIGINT"] as const) process.off(one, onSignal);
        log.info("stopped");
        resolve();
      }, reject);
    };
    for (const one of ["SIGTERM", "SIGINT"] as const) process.on(one, onSignal);
  });
}
