import { PalimpsestError, type InputOf, type PalimpsestContract } from "@palimpsest/contract";
import { newId } from "../identity/index.js";
import type { Context } from "../services.js";
import { type Draft, insertMemory, type Prepared, prepareMemory } from "../substrate/index.js";
import { maskDeep } from "../text/index.js";
import { insertDecision, insertTask, taskOfUpdate } from "../work/index.js";
import { artifactBytes, chunkText, eventImportance } from "./chunk-text.js";
import { classOf, originOf } from "./origin.js";
import { insertArtifact, insertChunk, insertRecord } from "./record.sql.js";

type Input = InputOf<PalimpsestContract["recordEvent"]>;

const kindOf = { decision: "decision", task_update: "task" } as Record<string, string>;

/** Appends the event, and in the same transaction the memory made from it. */
export async function recordEvent(context: Context, input: Input) {
  const { services, who } = context;
  const eventId = newId("evt");
  const text = chunkText(input).trim();
  const memory = text === "" ? undefined : await prepareMemory(services, who, draftOf(context, input, text));
  const { value: content, count } = maskDeep(input.content as Record<string, unknown>);
  const output = typeof content.output === "string" ? content.output : undefined;
  const artifact = output !== undefined && Buffer.byteLength(output) > artifactBytes ? output : undefined;
  if (artifact !== undefined && memory === undefined) {
    throw new PalimpsestError("VALIDATION_ERROR", "content.excerpt_text: a large output needs an excerpt or text of its own.");
  }

  return context.write(async (tx) => {
    const updated = input.kind === "task_update" ? await taskOfUpdate(context, tx, input.content) : undefined;
    const stored = updated ? undefined : memory;
    if (stored) await insertMemory(tx, who, stored);
    const memoryId = updated ?? stored?.id ?? null;
    const kept = { ...content };
    if (artifact !== undefined && memoryId !== null) {
      kept.artifact_id = await insertArtifact(tx, who, memoryId, artifact, { tool: content.tool ?? null });
      delete kept.output;
    }
    const ts = await insertRecord(tx, who, { eventId, input, content: kept, memoryId, occurredAt: occurredAt(input) });
    if (stored) await insertKind(context, tx, stored, input, eventId);
    context.touched(eventId, ...(memoryId ? [memoryId] : []));
    return { event_id: eventId, ts: ts.toISOString(), status: "recorded" as const, chunk_id: memoryId, masked: count };
  });
}

const occurredAt = (input: Input) => (input.occurred_at === undefined ? undefined : new Date(input.occurred_at));

function draftOf({ who }: Context, input: Input, text: string): Draft {
  const { content } = input;
  const kind = kindOf[input.kind] ?? "chunk";
  return {
    kind,
    text,
    ...originOf(who, { type: input.actor_type, id: input.actor_id, tool: content.tool }),
    actor: input.actor_id,
    scope: content.scope ?? "session",
    subjectType: content.subject_type,
    subjectId: content.subject_id,
    projectId: content.project_id,
    sessionId: input.session_id,
    channel: input.channel,
    boundaryClass: classOf[input.sensitivity],
    importance: eventImportance(input),
    status: kind === "decision" ? "active" : kind === "task" ? (content.status ?? "open") : undefined,
    tags: input.tags,
    occurredAt: occurredAt(input),
  };
}

async function insertKind(context: Context, tx: Parameters<typeof insertChunk>[0], memory: Prepared, input: Input, eventId: string) {
  const { who } = context;
  if (memory.kind === "decision") return insertDecision(tx, who, memory.id, input.refs, eventId);
  if (memory.kind === "task") return insertTask(tx, who, memory.id, input.refs, eventId);
  return insertChunk(tx, who, memory.id, eventId);
}
