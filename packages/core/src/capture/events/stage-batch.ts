import type { Staged } from "../../documents/index.js";
import type { PreparedEvent } from "./prepare-events.js";

/** So many memories are written at once before the batch. */
const perStage = 60;

/**
 * The memories of a batch that is all or nothing, if they are more than `most`: they are written before it, unseen, and it
 * puts them in force. A batch with a long text is written in one transaction, so that its passages stand in their place.
 */
export function stageBatch(events: PreparedEvent[], most: number): Staged[] {
  const passages = events.flatMap(({ memory }) => memory ?? []);
  const isPlain = events.every(({ long }) => !long) && passages.every(({ kind }) => kind === "chunk");
  if (!isPlain || passages.length <= most) return [];
  const stage: Staged = { passages, state: "new", step: perStage };
  for (const event of events) event.stage = stage;
  return [stage];
}
