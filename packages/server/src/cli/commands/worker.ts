import type { Command } from "commander";
import { loadConfig, toMemoryOptions } from "../../config/index.js";
import { shutdownSignal } from "../../process/shutdown-signal.js";
import type { Cli } from "../cli.js";
import { namingHost } from "../connection/index.js";
import { databaseEnvOf } from "../globals.js";

export function addWorker(program: Command, cli: Cli): void {
  program
    .command("worker")
    .description("Run only background jobs; you can start several workers")
    .action(async (_: unknown, command: Command) => {
      const core = await import("@palimpsest/core");
      const { createLog, logJobs } = await import("../../observe/index.js");
      const config = loadConfig(databaseEnvOf(cli.env, cli.globalsOf(command)));
      const log = createLog(config.logLevel);
      const stop = shutdownSignal();
      const memory = await namingHost(config, () =>
        core.retryUnavailable(() => core.openMemory(toMemoryOptions(config))),
      );
      try {
        await core.assertWorkerRole(memory.services.db);
        const worker = core.startWorker(memory.services, {
          kinds: core.jobKinds,
          name: config.workerId,
          pollMs: config.pollIntervalMs,
          onError: (err, job) => log.error({ err, job }, "a job failed"),
          ...logJobs(log),
        });
        log.info({ engine: memory.services.db.engine }, "worker started");
        const end = await Promise.race([stop, memory.services.db.lost]);
        log.info(typeof end === "string" ? { signal: end } : { err: end }, "stopping");
        await worker.stop();
        if (typeof end !== "string") throw end;
      } finally {
        await memory.close();
      }
      log.info("stopped");
    });
}
