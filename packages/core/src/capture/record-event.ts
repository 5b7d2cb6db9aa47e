import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { newId } from "../identity/index.js";
import { classOf } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { type Draft, insertMemory, prepareMemory } from "../substrate/index.js";
import { updateTask } from "../work/index.js";
import { artifactBytes, eventImportance, refuseBlank, type Words, wordsOf } from "./chunk-text.js";
import { maskEvent } from "./mask-event.js";
import { originOf } from "./origin.js";
import { insertArtifact, insertRecord } from "./record.sql.js";

type Input = InputOf<PalimpsestContract["recordEvent"]>;

/** Appends the event, and in the same transaction the memory made from it. */
export async function recordEvent(context: OperationContext, given: Input) {
  const { who } = context;
  const eventId = newId("evt");
  const { event: input, masked } = maskEvent(given);
  const { content } = input;
  const { output } = content;
  refuseBlank(input);
  const words = wordsOf(input);
  const memory = words && (await prepareMemory(context, draftOf(context, input, words)));
  const artifact = output !== undefined && Buffer.byteLength(output) > artifactBytes ? output : undefined;
  if (artifact !== undefined && memory === undefined) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "content.excerpt_text: a large output needs an excerpt or text of its own.",
    );
  }

  return context.write(async (tx) => {
    const taskId = input.kind === "task_update" ? content.task_id : undefined;
    if (memory) await insertMemory(tx, who, memory);
    if (taskId !== undefined) await updateTask(tx, who, taskId, content.status, memory?.id);
    const memoryId = memory?.id ?? null;
    const kept: Record<string, unknown> = { ...content };
    let artifactId: string | null = null;
    if (artifact !== undefined && memoryId !== null) {
      artifactId = await insertArtifact(tx, who, memoryId, artifact, { tool: content.tool ?? null });
      kept.artifact_id = artifactId;
      delete kept.output;
    }
    const ts = await insertRecord(tx, who, {
      eventId,
      input,
      content: kept,
      memoryId,
      scope: scopeOf(content),
      occurredAt: occurredAt(input),
    });
    context.touched([eventId, memoryId, artifactId].filter((id) => id !== null));
    return {
      event_id: eventId,
      ts,
      status: "recorded" as const,
      chunk_id: memoryId,
      artifact_id: artifactId,
      masked,
    };
  });
}

const occurredAt = (input: Input) =>
  input.occurred_at === undefined ? undefined : new Date(input.occurred_at);

/** Without a scope, an event applies to the project or the subject that it names, else to its session. */
const scopeOf = ({ scope, project_id, subject_id }: Input["content"]) =>
  scope ?? (project_id !== undefined ? "project" : subject_id !== undefined ? "user" : "session");

function draftOf({ who }: OperationContext, input: Input, words: Words): Draft {
  const { content } = input;
  return {
    ...words,
    origin: originOf(who, input.actor_type),
    speaker: input.actor_id,
    scope: scopeOf(content),
    subjectType: content.subject_type,
    subjectId: content.subject_id,
    projectId: content.project_id,
    sessionId: input.session_id,
    channel: input.channel,
    boundaryClass: classOf[input.sensitivity],
    importance: eventImportance(input),
    status: words.kind === "task" ? content.status : undefined,
    tags: input.tags,
    occurredAt: occurredAt(input),
  };
}
