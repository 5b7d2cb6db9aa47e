import {
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
  workingLimits,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { newId } from "../../identity/index.js";
import { assertMayWriteState, clearanceOf } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertPlainNames,
  besideDigests,
  type MemoryRow,
  readByIds,
  refuseRetractedTexts,
} from "../../substrate/index.js";
import { keyedDigest, maskSecrets } from "../../text/index.js";
import { foldText } from "../censors/contains.js";
import {
  changeWorking,
  deleteItems,
  deleteThreads,
  deleteWorking,
  insertThread,
  insertWorking,
  putItem,
  readItems,
  readThreads,
} from "./working.sql.js";
import {
  type LiveWorking,
  liveItems,
  type Reading,
  readAll,
  readWorking,
  workingWords,
} from "./working-read.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const noWorkingMemory = () => notFound("working memory");

/** For what a field of the body names. */
function notFoundAt(path: string, kind: string): PalimpsestError {
  const { code, message } = notFound(kind);
  return new PalimpsestError(code, message, { details: [{ path, message }] });
}

/** Working memory is read as in a private channel: it is its owner's alone. */
const readingOf = ({ who, policy, digestKey }: OperationContext): Reading => ({
  who,
  policy,
  digestKey,
  filter: clearanceOf(policy, "private"),
});

const shown = ({ who }: OperationContext, { items, open_threads, ...found }: LiveWorking) => ({
  agent_id: who.id,
  session_id: found.session_id,
  current_task: found.current_task,
  current_frame: found.current_frame,
  items: items.map(({ type, ref_id, summary, relevance, loaded_at }) => ({
    ...{ type, ref_id, summary, relevance, loaded_at },
  })),
  open_threads: open_threads.map(({ thread_id, description, decision_id, priority, created_at }) => ({
    ...{ thread_id, description, decision_id, priority, created_at },
  })),
  max_items: workingLimits.items,
  item_count: items.length,
});

interface Given {
  /** What is to be kept. It is refused if it was retracted. */
  texts?: readonly string[];
  focus?: { task?: string; frame?: string };
}

/** Locks it, changes it, and shows it as it is afterwards, with what the change gives. */
function change<T extends object>(
  context: OperationContext,
  sessionId: string,
  work: (tx: Tx) => Promise<T>,
  { texts = [], focus }: Given = {},
) {
  const digests = besideDigests(context.digestKey, texts);
  return context.write(async (tx) => {
    const found = await changeWorking(tx, context.who, sessionId, focus);
    if (found === undefined) throw noWorkingMemory();
    await refuseRetractedTexts(tx, digests);
    const made = await work(tx);
    context.touched([sessionId]);
    return { ...shown(context, await readAll(tx, readingOf(context), found)), ...made };
  });
}

/** A text that will be stored, with its secrets masked. Refuses what an invariant of the policy forbids. */
function stored({ policy, who }: OperationContext, text: string): string {
  const value = maskSecrets(text).text;
  assertMayWriteState(policy, who, workingWords(value));
  return value;
}

export async function openWorkingMemory(
  context: OperationContext,
  { session_id }: Input<"openWorkingMemory">,
) {
  assertPlainNames({ session_id });
  return context.write(async (tx) => {
    await insertWorking(tx, context.who, session_id);
    context.touched([session_id]);
    return shown(context, (await readWorking(tx, readingOf(context), session_id))!);
  });
}

export async function getWorkingMemory(context: OperationContext, { session_id }: Input<"getWorkingMemory">) {
  const found = await context.read((tx) => readWorking(tx, readingOf(context), session_id));
  if (found === undefined) throw noWorkingMemory();
  context.touched([session_id]);
  return shown(context, found);
}

export async function focusWorkingMemory(
  context: OperationContext,
  { session_id, task, frame }: Input<"focusWorkingMemory">,
) {
  const focus = { task: stored(context, task), frame: frame && stored(context, frame) };
  const texts = Object.values(focus).filter((text) => text !== undefined);
  return change(context, session_id, async () => ({}), { texts, focus });
}

/** A memory of this kind that the caller may read now. */
async function readable(
  tx: Tx,
  context: OperationContext,
  kind: string,
  id: string,
): Promise<MemoryRow | undefined> {
  const { who, filter } = readingOf(context);
  const [row] = await readByIds(tx, who, { ...filter, kinds: [kind] }, [id]);
  return row;
}

export async function loadWorkingItem(context: OperationContext, input: Input<"loadWorkingItem">) {
  const { session_id, type, ref_id, relevance } = input;
  const { who, digestKey } = context;
  const summary = input.summary === undefined ? null : stored(context, input.summary);
  const load = async (tx: Tx) => {
    const row = await readable(tx, context, type, ref_id);
    if (row === undefined) throw notFoundAt("ref_id", type);
    const evicted = await makeRoom(tx, context, session_id, ref_id);
    const text_digest = keyedDigest(digestKey, row.text);
    await putItem(tx, who, session_id, { ref_id, type, relevance, summary, text_digest });
    context.touched([ref_id]);
    return { evicted };
  };
  return change(context, session_id, load, { texts: summary === null ? [] : [summary] });
}

/** Items that the caller cannot read any more go first; then the least relevant, of those the earliest. */
async function makeRoom(tx: Tx, context: OperationContext, sessionId: string, refId: string) {
  const { who } = context;
  const others = (await readItems(tx, who, sessionId)).filter(({ ref_id }) => ref_id !== refId);
  if (others.length < workingLimits.items) return null;
  const live = await liveItems(tx, readingOf(context), others);
  const evicted = live.length < workingLimits.items ? null : live.at(-1)!.ref_id;
  const kept = new Set(live.map(({ ref_id }) => ref_id).filter((id) => id !== evicted));
  const gone = others.map(({ ref_id }) => ref_id).filter((id) => !kept.has(id));
  await deleteItems(tx, who, sessionId, gone);
  return evicted;
}

export function evictWorkingItem(
  context: OperationContext,
  { session_id, ref_id }: Input<"evictWorkingItem">,
) {
  const { who } = context;
  return change(context, session_id, async (tx) => {
    const live = await liveItems(tx, readingOf(context), await readItems(tx, who, session_id));
    const item = ref_id === undefined ? live.at(-1) : live.find((each) => each.ref_id === ref_id);
    if (item === undefined && ref_id !== undefined) throw notFoundAt("ref_id", "item");
    if (item === undefined) return { evicted: null };
    await deleteItems(tx, who, session_id, [item.ref_id]);
    return { evicted: item.ref_id };
  });
}

export async function addWorkingThread(context: OperationContext, input: Input<"addWorkingThread">) {
  const { session_id, decision_id, priority } = input;
  const { who } = context;
  const description = stored(context, input.description);
  const add = async (tx: Tx) => {
    if (decision_id !== undefined && !(await readable(tx, context, "decision", decision_id))) {
      throw notFoundAt("decision_id", "decision");
    }
    const open = await readThreads(tx, who, session_id);
    if (open.length >= workingLimits.threads) {
      throw new PalimpsestError(
        "CONFLICT",
        `There are ${workingLimits.threads} open threads already; resolve some first.`,
      );
    }
    const thread = { thread_id: newId("thr"), description, decision_id: decision_id ?? null, priority };
    await insertThread(tx, who, session_id, thread);
    return {};
  };
  return change(context, session_id, add, { texts: [description] });
}

export function resolveWorkingThread(context: OperationContext, input: Input<"resolveWorkingThread">) {
  const { session_id, thread_id, description } = input;
  const { who } = context;
  const words = description === undefined ? undefined : foldText(maskSecrets(description).text);
  return change(context, session_id, async (tx) => {
    const open = await readThreads(tx, who, session_id);
    const resolved = open
      .filter((thread) =>
        words === undefined ? thread.thread_id === thread_id : foldText(thread.description).includes(words),
      )
      .map((thread) => thread.thread_id);
    if (resolved.length === 0) {
      throw notFoundAt(words === undefined ? "thread_id" : "description", "thread");
    }
    await deleteThreads(tx, who, session_id, resolved);
    return { resolved };
  });
}

export async function clearWorkingMemory(
  context: OperationContext,
  { session_id }: Input<"clearWorkingMemory">,
) {
  return context.write(async (tx) => {
    const cleared = await deleteWorking(tx, context.who, session_id);
    context.touched([session_id]);
    return { session_id, cleared };
  });
}
