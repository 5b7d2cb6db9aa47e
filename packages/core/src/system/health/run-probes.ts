import type { Health } from "@palimpsest/contract";
import { withTimeout } from "../../async/index.js";

export type Check = Health["checks"][number];

export interface Probe {
  name: string;
  /** Throws an error with a message for the operator if something does not work. */
  run(): Promise<unknown>;
}

const probeTimeoutMs = 2_000;

/** Runs the probes at the same time; one that does not answer in time has failed. */
export async function runProbes(probes: readonly Probe[], timeoutMs = probeTimeoutMs): Promise<Check[]> {
  return Promise.all(
    probes.map(async ({ name, run }) => {
      try {
        await withTimeout(run(), timeoutMs, () => new Error(`no answer in ${timeoutMs} ms`));
        return { name, ok: true };
      } catch (error) {
        return { name, ok: false, problem: error instanceof Error ? error.message : "failed" };
      }
    }),
  );
}
