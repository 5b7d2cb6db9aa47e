import { type InputOf, limits, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import { newId } from "../../identity/index.js";
import { checkJson } from "../../input/check-json.js";
import { classOf } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  type CheckedDraft,
  checkDraft,
  type Draft,
  type Prepared,
  prepareMemories,
} from "../../substrate/index.js";
import { originOf } from "../origin.js";
import { artifactBytes, eventImportance, refuseBlank, type Words, wordsOf } from "./chunk-text.js";
import { maskEvent } from "./mask-event.js";

export type EventInput = InputOf<PalimpsestContract["recordEvent"]>;

/** An event that can be written: its secrets are masked, and the memory made from it is ready. */
export interface PreparedEvent {
  eventId: string;
  input: EventInput;
  masked: number;
  scope: string;
  occurredAt: Date | undefined;
  /** Undefined where the event holds no text. */
  memory: Prepared | undefined;
  /** An output so large that it is kept apart. */
  artifact: string | undefined;
  /** The known task that the event tells of. */
  taskId: string | undefined;
}

/** The part of recording events that may call a model, once for some fifty of them: each ready to be written, or refused. */
export async function prepareEvents(
  context: OperationContext,
  given: EventInput[],
): Promise<(PreparedEvent | PalimpsestError)[]> {
  const ready: (PreparedEvent | PalimpsestError)[] = [];
  for (const part of turnsOf(given)) {
    if (ready.length > 0) await ownTurn();
    const checked = part.map((input) => orRefused(() => checkEvent(context, input)));
    const drafts = checked.flatMap((one) => (one instanceof PalimpsestError ? [] : (one.draft ?? [])));
    const memories = (await prepareMemories(context, drafts)).values();
    for (const one of checked) {
      if (one instanceof PalimpsestError) ready.push(one);
      else {
        const { draft, ...event } = one;
        ready.push({ ...event, memory: draft && memories.next().value });
      }
    }
  }
  return ready;
}

/** Parts whose masking and analysing holds up the event loop for some milliseconds each. */
function* turnsOf(events: EventInput[]): Generator<EventInput[]> {
  let part: EventInput[] = [];
  let characters = 0;
  for (const event of events) {
    const { text, excerpt_text, output, details } = event.content;
    const size = [text, excerpt_text, output, details].reduce((sum, one) => sum + (one?.length ?? 0), 0);
    if (part.length >= 50 || (part.length > 0 && characters + size > 50_000)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(event);
    characters += size;
  }
  if (part.length > 0) yield part;
}

function orRefused<T>(work: () => T): T | PalimpsestError {
  try {
    return work();
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
}

type CheckedEvent = Omit<PreparedEvent, "memory"> & { draft: CheckedDraft | undefined };

function checkEvent(context: OperationContext, given: EventInput): CheckedEvent {
  if (checkJson(given).values > limits.jsonValues) {
    throw new PalimpsestError(
      "PAYLOAD_TOO_LARGE",
      `The event holds more than ${limits.jsonValues} values; send less at a time.`,
    );
  }
  const { event: input, masked } = maskEvent(given);
  const { output, task_id } = input.content;
  refuseBlank(input);
  const words = wordsOf(input);
  const draft = words && checkDraft(context, draftOf(context, input, words));
  const artifact = output !== undefined && Buffer.byteLength(output) > artifactBytes ? output : undefined;
  if (artifact !== undefined && draft === undefined) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "content.excerpt_text: a large output needs an excerpt or text of its own.",
    );
  }
  const taskId = input.kind === "task_update" ? task_id : undefined;
  return {
    eventId: newId("evt"),
    input,
    masked,
    scope: scopeOf(input.content),
    occurredAt: occurredAt(input),
    draft,
    artifact,
    taskId,
  };
}

const occurredAt = (input: EventInput) =>
  input.occurred_at === undefined ? undefined : new Date(input.occurred_at);

/** Without a scope, an event applies to the project or the subject that it names, else to its session. */
const scopeOf = ({ scope, project_id, subject_id }: EventInput["content"]) =>
  scope ?? (project_id !== undefined ? "project" : subject_id !== undefined ? "user" : "session");

function draftOf({ who }: OperationContext, input: EventInput, words: Words): Draft {
  const { content } = input;
  return {
    ...words,
    origin: originOf(who, input.actor_type),
    speaker: input.actor_id,
    byAgent: input.actor_type === "agent",
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
