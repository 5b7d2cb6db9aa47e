import { jobKinds } from "../job-kinds.js";
import { type RunEnd, runDueJobs } from "../jobs/index.js";
import type { Services } from "../services.js";

/** Runs the jobs of these kinds that are due until none is; gives how each ended. */
export async function runJobs(
  services: Services,
  names: readonly string[] = ["extract_events", "erasure"],
  onError?: (error: unknown) => void,
): Promise<RunEnd[]> {
  const ends: RunEnd[] = [];
  const kinds = jobKinds.filter(({ kind }) => names.includes(kind));
  const { signal } = new AbortController();
  const onEnd = (end: RunEnd) => void ends.push(end);
  await runDueJobs(services, { kinds, name: "test-worker", signal, onEnd, onError });
  return ends;
}
