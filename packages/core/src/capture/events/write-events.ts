import { notFound, type OutputOf, type PalimpsestContract, type PalimpsestError } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { comeIntoForce, insertLongTexts, insertOutputs } from "../../documents/index.js";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { insertMemories, type Prepared, refusedMemories } from "../../substrate/index.js";
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
  const refusedWords = await refusedMemories(tx, who, events.flatMap(memoriesOf));
  const taskIds = events.flatMap(({ taskId }) => taskId ?? []);
  const tasks = await knownTasks(tx, who, taskIds);
  const refused = new Map<string, PalimpsestError>();
  for (const event of events) {
    const { eventId, taskId } = event;
    const error = memoriesOf(event)
      .map(({ id }) => refusedWords.get(id))
      .find((refusal) => refusal !== undefined);
    if (error) refused.set(eventId, error);
    else if (taskId !== undefined && !tasks.has(taskId)) refused.set(eventId, notFound("task"));
  }
  return refused;
}

/** What an event says, as it is remembered. */
export const memoriesOf = ({ memory, long }: PreparedEvent): Prepared[] =>
  long?.passages ?? (memory ? [memory] : []);

/**
 * Appends events of which `refusedEvents` refuses none, and the memories made from them: one statement for each table,
 * in the order of the events.
 */
export async function writeEvents(
  tx: Tx,
  { who, touched }: OperationContext,
  events: PreparedEvent[],
): Promise<Recorded[]> {
  const short = events.filter(({ long }) => !long);
  const isStaged = ({ stage }: PreparedEvent) => stage !== undefined && stage.state !== "new";
  const memoriesIn = (some: PreparedEvent[]) => some.flatMap(({ memory }) => memory ?? []);
  const appearing = comeIntoForce(tx, memoriesIn(short.filter(isStaged)));
  const writing = insertMemories(tx, who, memoriesIn(short.filter((event) => !isStaged(event))));
  const long = events.flatMap((event) => event.long ?? []);
  if (long.length > 0 || events.some(({ taskId }) => taskId !== undefined))
    await allInOrder(appearing, writing);
  await insertLongTexts(tx, who, long);
  for (const { taskId, memory, input } of events) {
    if (taskId !== undefined) await updateTask(tx, who, taskId, input.content.status, memory?.id);
  }
  const artifacts = new Map<string, string>();
  for (const { eventId, artifact, long } of events) {
    if (long) artifacts.set(eventId, long.revision.artifactId);
    else if (artifact !== undefined) artifacts.set(eventId, newId("art"));
  }
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
  const [, , times] = await allInOrder(appearing, writing, insertRecords(tx, who, records));
  return events.map(({ eventId, memory, masked }, at) => {
    const [chunkId, artifactId] = [memory?.id ?? null, artifacts.get(eventId) ?? null];
    touched([eventId, chunkId, artifactId].filter((id) => id !== null));
    return {
      event_id: eventId,
      ts: times[at]!,
      status: "recorded" as const,
      chunk_id: chunkId,
      chunk_ids: memoriesOf(events[at]!).map(({ id }) => id),
      artifact_id: artifactId,
      masked,
    };
  });
}

/** A large output is kept once, in its artifact, and a long text in its passages. */
function keptContent(
  { input, long }: PreparedEvent,
  artifactId: string | undefined,
): Record<string, unknown> {
  if (artifactId === undefined) return input.content;
  const { text, output: _, ...content } = input.content;
  return { ...content, ...(!long && text !== undefined && { text }), artifact_id: artifactId };
}
