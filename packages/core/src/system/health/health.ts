import type { Health } from "@palimpsest/contract";
import { noJobsHere } from "../../db/index.js";
import type { Services } from "../../services.js";
import { rebuildAdvice, staleIndexes, staleIndexNote } from "../lexical-index/stale-indexes.js";
import { extractorOf } from "../status.js";
import { engineNotes } from "./engine-notes.js";
import { type Probe, runProbes } from "./run-probes.js";

interface HealthOptions {
  probes: readonly Probe[];
  /** Whether this process runs the background jobs. */
  runsJobs: boolean;
  /** The process is shutting down. */
  draining?: boolean;
}

const unsealedNote =
  "The audit log of a tenant cannot be sealed; the server's log names it, and palimpsest audit verify says what is wrong.";

/** Whether this memory works, and how it is set up. Anybody may ask, so nothing of any tenant is told. */
export async function healthOf(
  services: Services,
  { probes, runsJobs, draining = false }: HealthOptions,
): Promise<Health> {
  const { db, embedder, audit, settings } = services;
  const checks = await runProbes(probes);
  const isReady = !draining && checks.every(({ ok }) => ok);
  const stale = isReady ? await staleIndexes(db) : undefined;
  return {
    status: isReady ? "ok" : draining ? "draining" : "degraded",
    mode: {
      engine: db.engine,
      embedder: embedder.id,
      extractor: extractorOf(services),
      auth: settings.auth,
      worker: runsJobs ? "here" : "none",
      lexical_index: stale === undefined ? "unknown" : stale === 0 ? "current" : "stale",
    },
    // To strangers only whether it works; a check's problem may name hosts and roles.
    checks: settings.auth === "none" ? checks : checks.map(({ name, ok }) => ({ name, ok })),
    notes: [
      ...(embedder.unavailableReason?.() ? ["The embedder does not answer: searching words alone."] : []),
      ...(runsJobs ? [] : [noJobsHere]),
      ...engineNotes(db.status()),
      ...(audit.unsealable().length > 0 ? [unsealedNote] : []),
      ...(stale ? [`${staleIndexNote(stale)} ${rebuildAdvice}`] : []),
    ],
  };
}
