import { atomicMemories, invalidField } from "@palimpsest/contract";
import { perTransactionChars, type Staged } from "../../documents/index.js";
import type { PreparedEvent } from "./prepare-events.js";
import { memoriesOf } from "./write-events.js";

/** So many memories are written at once before the batch. */
const perStage = 60;

/**
 * The memories of a batch that is all or nothing, in their order, if they are more than `most` or long: they are
 * written before it, unseen, and it puts them in force.
 */
export function stageBatch(events: PreparedEvent[], most: number): Staged[] {
  const memories = events.flatMap(memoriesOf);
  const chars = memories.reduce((sum, { text }) => sum + text.length, 0);
  const isMuch = memories.length > most || chars > perTransactionChars;
  if (!isMuch || memories.some(({ kind }) => kind !== "chunk")) return [];
  const stages: Staged[] = [];
  let open: (Staged & { passages: PreparedEvent["memory"][] }) | undefined;
  for (const event of events) {
    if (event.long) {
      stages.push(event.long);
      open = undefined;
    } else if (event.memory) {
      if (!open) {
        open = { passages: [], state: "new", step: perStage };
        stages.push(open);
      }
      open.passages.push(event.memory);
      event.stage = open;
    }
  }
  return stages;
}

/** All of them come into force in one transaction, which keeps others from an embedded engine. */
export function assertAtOnce(count: number): void {
  if (count <= atomicMemories) return;
  const problem = `must make at most ${atomicMemories} memories when atomic is true, and make ${count}; send fewer at a time`;
  throw invalidField("events", problem);
}
