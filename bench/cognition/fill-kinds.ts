import { ensureVectorIndex, type Memory } from "@palimpsest/core";
import type { Workload } from "../lib/workload.js";
import { cloneMemories } from "../speed/clone.sql.js";
import { callAs } from "./call-as.js";

/** What a store holds, of each hundred memories. */
const mix: [share: number, operation: string, input: (text: string) => object][] = [
  [40, "storeKnowledge", (content) => ({ content })],
  [20, "startEpisode", (summary) => ({ summary })],
  [19, "remember", (text) => ({ text, kind: "note" })],
  [15, "storeProcedure", (name) => ({ name })],
  [5, "createDecision", (decision) => ({ decision })],
  [1, "addCensor", (trigger_pattern) => ({ trigger_pattern, reason: trigger_pattern })],
];
const writes = mix.flatMap(([share, operation, input]) => Array(share).fill({ operation, input }));

const mostWritten = 5_000;
const atOnce = 8;

/** Fills a store with memories of six kinds: through the product up to 5,000, by copies of those from there on. */
export async function fillKinds(memory: Memory, workload: Workload, size: number): Promise<void> {
  const written = Math.min(size, mostWritten);
  for (let n = 0; n < written; n += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, written - n) }, (_, at) => {
        const { operation, input } = writes[((n + at) * 37) % writes.length]!;
        return callAs(memory, operation, input(workload.message().text));
      }),
    );
  }
  const { db } = memory.services;
  if (size > written) await cloneMemories(db, Math.round(size / written) - 1);
  await ensureVectorIndex(db);
}
