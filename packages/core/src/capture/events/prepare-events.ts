import {
  eventChars,
  type InputOf,
  limits,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import { type LongText, prepareLongText, type Staged } from "../../documents/index.js";
import { newId } from "../../identity/index.js";
import { checkJson } from "../../input/check-json.js";
import {
  assertMayWriteState,
  classOf,
  type Found,
  foundIn,
  foundInLong,
  layerOf,
  type Policy,
  raisedClass,
  sensitivityOf,
} from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertKeepsRules,
  type CheckedDraft,
  checkDraft,
  type Draft,
  inheritedClasses,
  type Prepared,
  prepareMemories,
} from "../../substrate/index.js";
import { assertText } from "../../text/index.js";
import { originOf } from "../origin.js";
import { artifactBytes, eventImportance, refuseBlank, type Words, wordsOf } from "./chunk-text.js";
import { perTurn, turnsOf } from "./event-turns.js";
import { maskLongEvent } from "./mask-event.js";

export type EventInput = InputOf<PalimpsestContract["recordEvent"]>;

/** An event that can be written: its secrets are masked, and the memory made from it is ready. */
export interface PreparedEvent {
  eventId: string;
  input: EventInput;
  masked: number;
  scope: string;
  occurredAt: Date | undefined;
  /** Undefined where the event holds no text; of a long text, the first passage. */
  memory: Prepared | undefined;
  /** A text that is longer than a memory may be. */
  long: LongText | undefined;
  /** What the memory is written with before the event. */
  stage?: Staged;
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
  for (const part of turnsOf(given, perTurn(context))) {
    if (ready.length > 0) await ownTurn();
    const checked: (CheckedEvent | PalimpsestError)[] = [];
    for (const input of part) checked.push(await orRefused(() => checkEvent(context, input)));
    const isShort = (one: CheckedEvent) => one.draft !== undefined && !one.isLong;
    const drafts = checked.flatMap((one) =>
      one instanceof PalimpsestError || !isShort(one) ? [] : one.draft!,
    );
    const memories = (await prepareMemories(context, drafts)).values();
    for (const one of checked) {
      if (one instanceof PalimpsestError) {
        ready.push(one);
        continue;
      }
      const { draft, isLong, ...event } = one;
      const long = draft && isLong ? await prepareLongText(context, event.eventId, draft) : undefined;
      ready.push({ ...event, long, memory: isShort(one) ? memories.next().value : long?.passages[0] });
    }
  }
  return ready;
}

async function orRefused<T>(work: () => Promise<T>): Promise<T | PalimpsestError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
}

type CheckedEvent = Omit<PreparedEvent, "memory" | "long"> & {
  draft: CheckedDraft | undefined;
  /** Its text is longer than a memory may be. */
  isLong: boolean;
};

async function checkEvent(context: OperationContext, given: EventInput): Promise<CheckedEvent> {
  if (checkJson(given).values > limits.jsonValues) {
    throw new PalimpsestError(
      "PAYLOAD_TOO_LARGE",
      `The event holds more than ${limits.jsonValues} values; send less at a time.`,
    );
  }
  const { event, masked } = await maskLongEvent(given);
  const found = await foundInEvent(context.policy, event);
  const [inherited] = await inheritedClasses(context, [{ attributes: { refs: event.refs } }]);
  const atLeast = raisedClass(found.class, inherited!);
  const input = { ...event, sensitivity: sensitivityOf[raisedClass(classOf[event.sensitivity], atLeast)] };
  const { output, task_id } = input.content;
  refuseBlank(input);
  const words = wordsOf(input);
  const isLong = isLongText(context, words);
  if (words === undefined) {
    assertMayWriteState(context.policy, context.who, {
      ...{ kind: "event", layer: layerOf(scopeOf(input.content)), value: saidIn(input) },
      boundaryClass: classOf[input.sensitivity],
    });
  }
  const draft =
    words &&
    (await (isLong ? checkLong : checkDraft)(context, {
      ...draftOf(context, input, words),
      foundBeside: found.names,
    }));
  const artifact = output !== undefined && Buffer.byteLength(output) > artifactBytes ? output : undefined;
  if (artifact !== undefined && draft === undefined) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "content.excerpt_text: a large output needs an excerpt or text of its own.",
    );
  }
  if (artifact !== undefined && isLong) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "content.output: a large output and a long text are kept apart; send them as two events.",
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
    isLong,
    artifact,
    taskId,
  };
}

/** A policy that wants shorter memories wants shorter events too. */
const isLongText = ({ policy }: OperationContext, words: Words | undefined): boolean =>
  words?.kind === "chunk" &&
  words.text!.length > limits.textChars &&
  policy.limits.text_characters >= limits.textChars;

/** The text is checked as a whole, and was masked as a whole. */
async function checkLong(context: OperationContext, draft: Draft): Promise<CheckedDraft> {
  const text = draft.text!;
  assertText("content.text", text, { maxChars: eventChars });
  const checked = checkDraft(context, { ...draft, text: "long" });
  const { policy, who } = context;
  const { kind, scope } = draft;
  const { boundaryClass = "public", foundBeside: detected = [] } = checked.draft;
  assertKeepsRules(policy, who, { kind, scope, boundaryClass, detected, text });
  return { ...checked, text };
}

/** What an event says. The names of its place say nothing. */
function saidIn({ content, tags, refs }: Pick<EventInput, "tags" | "refs"> & { content: object }) {
  const { subject_type, subject_id, project_id, task_id, ...said }: Partial<EventInput["content"]> = content;
  return [said, tags, refs];
}

/** What is found in all of an event, whose text may be of any length. */
async function foundInEvent(policy: Policy, event: EventInput): Promise<Found> {
  const { text = "", ...content } = event.content;
  const [inText, beside] = [await foundInLong(policy, text), foundIn(policy, saidIn({ ...event, content }))];
  return {
    class: raisedClass(inText.class, beside.class),
    names: [...new Set([...inText.names, ...beside.names])],
  };
}

/** How sensitive an event is with what is found in it. */
export const raisedSensitivity = (
  policy: Policy,
  event: Pick<EventInput, "sensitivity" | "tags" | "refs"> & { content: object },
): EventInput["sensitivity"] =>
  sensitivityOf[raisedClass(classOf[event.sensitivity], foundIn(policy, saidIn(event)).class)];

const occurredAt = (input: EventInput) =>
  input.occurred_at === undefined ? undefined : new Date(input.occurred_at);

/** Without a scope, an event applies to the project or the subject that it names, else to its session. */
const scopeOf = ({ scope, project_id, subject_id }: EventInput["content"]) =>
  scope ?? (project_id !== undefined ? "project" : subject_id !== undefined ? "user" : "session");

function draftOf({ who }: OperationContext, input: EventInput, words: Words): Draft {
  const { content } = input;
  return {
    // One by one: an object that begins as a copy of another is made anew each time some fields are added.
    kind: words.kind,
    text: words.text,
    attributes: words.attributes,
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
