import { notFound, type OutputOf, type PalimpsestContract, type PalimpsestError } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { insertOutputs } from "../../documents/index.js";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { insertMemories, refusedMemories } from "../../substrate/index.js";
import { knownTasks, updateTask } from "../../work/index.js";
import type { PreparedEvent } from "./prepare-events.js";
import { insertRecords } from "./record.sql.js";

type Recorded = OutputOf<PalimpsestContract["recordEvent"]>;

/** Those of the events, by id, that cannot be written: retracted words, a task that is not there. */
export async function refusedEvents(
  tx: Tx,
  { who }: OperationContext,
  events: PreparedEvent[],
): Promise<Map<string, PalimpsestError>> {
  const memories = events.flatMap(({ memory }) => memory ?? []);
  const refusedWords = await refusedMemories(tx, who, memories);
  const taskIds = events.flatMap(({ taskId }) => taskId ?? []);
  const tasks = await knownTasks(tx, who, taskIds);
  const refused = new Map<string, PalimpsestError>();
  for (const { eventId, memory, taskId } of events) {
    const error = memory && refusedWords.get(memory.id);
    if (error) refused.set(eventId, error);
    else if (taskId !== undefined && !tasks.has(taskId)) refused.set(eventId, notFound("task"));
  }
  return refused;
}

/**
 * Appends events of which `refusedEvents` refuses none, and the memories made from them: one statement for each table,
 * in the order of the events.
 */
export async function writeEvents(
  tx: Tx,
  { who, touched }: OperationContext,
  events: PreparedEvent[],
): Promise<Recorded[]> {
  const writing = insertMemories(
    tx,
    who,
    events.flatMap(({ memory }) => memory ?? []),
  );
  if (events.some(({ taskId }) => taskId !== undefined)) await writing;
  for (const { taskId, memory, input } of events) {
    if (taskId !== undefined) await updateTask(tx, who, taskId, input.content.status, memory?.id);
  }
  const artifacts = new Map<string, string>();
  for (const { eventId, artifact } of events)
    if (artifact !== undefined) artifacts.set(eventId, newId("art"));
  insertOutputs(
    tx,
    who,
    events.flatMap(({ eventId, artifact, memory, input }) =>
      artifact === undefined || memory === undefined
        ? []
        : {
            id: artifacts.get(eventId)!,
            memoryId: memory.id,
            output: artifact,
            meta: { tool: input.content.tool ?? null },
          },
    ),
  );
  const records = events.map((event) => ({
    event,
    content: keptContent(event, artifacts.get(event.eventId)),
  }));
  const [, times] = await allInOrder(writing, insertRecords(tx, who, records));
  return events.map(({ eventId, memory, masked }, at) => {
    const [chunkId, artifactId] = [memory?.id ?? null, artifacts.get(eventId) ?? null];
    touched([eventId, chunkId, artifactId].filter((id) => id !== null));
    return {
      event_id: eventId,
      ts: times[at]!,
      status: "recorded" as const,
      chunk_id: chunkId,
      artifact_id: artifactId,
      masked,
    };
  });
}

/** A large output is kept once, in its artifact. */
function keptContent({ input }: PreparedEvent, artifactId: string | undefined): Record<string, unknown> {
  if (artifactId === undefined) return input.content;
  const { output: _, ...content } = input.content;
  return { ...content, artifact_id: artifactId };
}
