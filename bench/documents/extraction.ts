import { jobKinds, type Memory, startWorker, type Worker } from "@palimpsest/core";
import { callAs } from "../cognition/call-as.js";
import { type EngineName, openStore } from "../lib/store.js";
import { makeWorkload, type Workload } from "../lib/workload.js";
import type { Figure } from "./figure.js";
import { inputOf, noteOf } from "./notes.js";

/** Ingests notes of 2,000 tokens and lets one worker extract their events; gives the seconds that the worker took. */
export async function extractNotes(memory: Memory, workload: Workload, notes: number): Promise<number> {
  for (let n = 0; n < notes; n++) await callAs(memory, "ingestArtifact", inputOf(noteOf(workload, n)));
  const kinds = jobKinds.filter(({ kind }) => kind === "extract_events");
  const started = performance.now();
  let left = notes;
  let worker: Worker | undefined;
  await new Promise<void>((resolve, reject) => {
    const onEnd = ({ end }: { end: string }) => {
      if (end !== "done") reject(new Error(`A job ended ${end}.`));
      left -= 1;
      if (left === 0) resolve();
    };
    worker = startWorker(memory.services, { kinds, pollMs: 50, onEnd, onError: reject });
  }).finally(() => worker?.stop());
  return (performance.now() - started) / 1_000;
}

export async function measureExtraction(engine: EngineName, documents: number): Promise<Figure[]> {
  const store = await openStore(engine);
  try {
    const seconds = await extractNotes(store.memory, makeWorkload(3), documents);
    const value = (60 * documents) / seconds;
    return [{ engine, step: "extract events by rules", value, unit: "documents a minute", least: 200 }];
  } finally {
    await store.close();
  }
}
