import {
  batchedEvent,
  type InputOf,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { withStaged } from "../../documents/index.js";
import {
  claimKeys,
  findReplays,
  type IdempotencyClaim,
  idempotencyClaim,
  idempotencyConflict,
  storeAnswers,
} from "../../identity/index.js";
import { dropNulls } from "../../input/drop-nulls.js";
import { validationError } from "../../input/validation-error.js";
import type { OperationContext } from "../../services.js";
import { perTransaction, slicesOf } from "./batch-slices.js";
import { type EventInput, type PreparedEvent, prepareEvents } from "./prepare-events.js";
import { assertAtOnce, stageBatch } from "./stage-batch.js";
import { memoriesOf, refusedEvents, writeEvents } from "./write-events.js";

type Output = OutputOf<PalimpsestContract["recordEvents"]>;
type Result = Output["results"][number];
type Recorded = OutputOf<PalimpsestContract["recordEvent"]>;

/** An event of the batch, its key, and what became of it. */
interface Item {
  event: EventInput | undefined;
  claim: IdempotencyClaim | undefined;
  prepared: PreparedEvent | undefined;
  /** The item of this batch that has the same key and the same content. */
  same: Item | undefined;
  result: Result | undefined;
}

/** Records the events in their order, each as `recordEvent` would, but in bulk. */
export async function recordEvents(
  context: OperationContext,
  { events, atomic }: InputOf<PalimpsestContract["recordEvents"]>,
): Promise<Output> {
  const items = itemsOf(context, events);
  const slices = slicesOf(items);
  if (atomic) {
    for (const slice of slices) await prepare(context, slice);
    throwRefusal(items);
    const fresh = await newEvents(context, items);
    assertAtOnce(fresh.flatMap(memoriesOf).length);
    const staged = stageBatch(fresh, perTransaction);
    // What stands by takes few statements to put in force: between two of them the engine waits for this process.
    const parts = staged.length > 0 ? [items] : slices;
    const write = () =>
      context.write(async (tx) => {
        for (const slice of parts) {
          await record(tx, context, slice);
          throwRefusal(items);
        }
        for (const { prepared } of items)
          if (prepared?.stage?.state === "staged") prepared.stage.state = "in force";
        return outputOf(items);
      });
    return withStaged(context, staged, write, { all: true });
  }
  const prepared = prepareAhead(context, slices);
  for (const [at, slice] of slices.entries()) {
    await prepared(at);
    if (slice.every(({ result }) => result)) continue;
    const long = slice.flatMap(({ prepared }) => prepared?.long ?? []);
    await withStaged(context, long, () =>
      context.write(async (tx) => {
        await record(tx, context, slice);
        return outputOf(slice);
      }),
    );
  }
  return outputOf(items);
}

function itemsOf({ digestKey, idempotencyKey }: OperationContext, events: unknown[]): Item[] {
  const byKey = new Map<string, Item>();
  return events.map((raw, at) => {
    const item: Item = {
      event: undefined,
      claim: undefined,
      prepared: undefined,
      same: undefined,
      result: undefined,
    };
    const given = dropNulls(batchedEvent, raw);
    const parsed = batchedEvent.safeParse(given);
    if (!parsed.success) {
      item.result = refusal(validationError(parsed.error, given));
      return item;
    }
    const { idempotency_key: own, ...event } = parsed.data;
    item.event = event;
    const key = own ?? (idempotencyKey === undefined ? undefined : `${idempotencyKey}:${at}`);
    if (key === undefined) return item;
    const { idempotency_key: _, ...body } = given as Record<string, unknown>;
    item.claim = idempotencyClaim(digestKey, "recordEvent", key, body);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, item);
    else if (first.claim?.digest === item.claim.digest) item.same = first;
    else item.result = refusal(idempotencyConflict());
    return item;
  });
}

async function prepare(context: OperationContext, items: Item[]): Promise<void> {
  const open = items.filter(({ result, same }) => result === undefined && same === undefined);
  const prepared = await prepareEvents(
    context,
    open.map(({ event }) => event!),
  );
  for (const [at, made] of prepared.entries()) {
    if (made instanceof PalimpsestError) open[at]!.result = refusal(made);
    else open[at]!.prepared = made;
  }
}

/**
 * Prepares the slices one after the other, in short turns, so that the next is ready when the database has written one, and
 * no more than the next: what waits is copied again and again by the garbage collector.
 */
function prepareAhead(context: OperationContext, slices: Item[][]): (at: number) => Promise<void> {
  let begun = 0;
  let last = Promise.resolve();
  const prepared: Promise<void>[] = [];
  return (at) => {
    for (; begun < slices.length && begun <= at + 1; begun++) {
      const slice = slices[begun]!;
      last = last.then(() => prepare(context, slice));
      // A write that fails ends the call, and then nobody awaits this.
      last.catch(() => undefined);
      prepared.push(last);
    }
    return prepared[at]!;
  };
}

/** Writes those of the items that can be written; a result that only this transaction knows is set again if it is run again. */
async function record(tx: Tx, context: OperationContext, items: Item[]): Promise<void> {
  const { who } = context;
  const open = items.filter(({ prepared }) => prepared !== undefined);
  const claimOf = (some: Item[]) => some.flatMap(({ claim }) => claim ?? []);
  const replayed = replayAll(open, await findReplays(tx, who, claimOf(open)));
  const fresh = open.filter((item) => !replayed.has(item));
  const refused = await refusedEvents(
    tx,
    context,
    fresh.map(({ prepared }) => prepared!),
  );
  const writable = fresh.filter((item) => {
    const error = refused.get(item.prepared!.eventId);
    if (error) item.result = refusal(error);
    return error === undefined;
  });
  // Another call with one of the keys may have been faster.
  const taken = replayAll(writable, await claimKeys(tx, who, claimOf(writable)));
  const written = writable.filter((item) => !taken.has(item));
  if (written.length > 0) {
    const recorded = await writeEvents(
      tx,
      context,
      written.map(({ prepared }) => prepared!),
    );
    for (const [at, item] of written.entries()) item.result = resultOf("recorded", recorded[at]!);
    await storeAnswers(
      tx,
      who,
      written.flatMap(({ claim }, at) => (claim ? { key: claim.key, answer: recorded[at]! } : [])),
    );
  }
}

/** Those that no earlier call recorded under their keys. */
async function newEvents({ read, who }: OperationContext, items: Item[]): Promise<PreparedEvent[]> {
  const claims = items.flatMap(({ claim, prepared }) => (prepared && claim) ?? []);
  const known = claims.length > 0 ? await read((tx) => findReplays(tx, who, claims)) : new Map();
  return items.flatMap(({ claim, prepared }) => (claim && known.has(claim.key) ? [] : (prepared ?? [])));
}

/** Gives the items whose key was used before, with the result of that time. */
function replayAll(items: Item[], earlier: Awaited<ReturnType<typeof findReplays>>): Set<Item> {
  const known = new Set<Item>();
  for (const item of items) {
    const found = item.claim && earlier.get(item.claim.key);
    if (found === undefined) continue;
    known.add(item);
    item.result =
      found instanceof PalimpsestError ? refusal(found) : resultOf("replayed", found.answer as Recorded);
  }
  return known;
}

const refusal = ({ code, message }: PalimpsestError): Result => ({
  status: "refused",
  error: { code, message },
});

function resultOf(status: "recorded" | "replayed", made: Recorded): Result {
  const { event_id, ts, chunk_id, chunk_ids = [], artifact_id, masked } = made;
  return {
    status,
    event_id,
    recorded_at: ts,
    ...(chunk_id !== null && { memory_id: chunk_id }),
    ...(chunk_ids.length > 1 && { chunk_ids }),
    ...(artifact_id !== null && { artifact_id }),
    ...(masked > 0 && { masked }),
  };
}

/** Of an item with the key of another the result is that one's. */
function finalResult({ result, same }: Item): Result {
  if (result) return result;
  const first = same!.result!;
  return first.status === "recorded" ? { ...first, status: "replayed" } : first;
}

function outputOf(items: Item[]): Output {
  const results = items.map(finalResult);
  const count = (status: Result["status"]) => results.filter((result) => result.status === status).length;
  return {
    results,
    recorded: count("recorded"),
    replayed: count("replayed"),
    refused: count("refused"),
  };
}

/** Refuses the whole batch for its first event that is refused. */
function throwRefusal(items: Item[]): void {
  const at = items.findIndex(({ result }) => result?.status === "refused");
  const error = items[at]?.result?.error;
  if (!error) return;
  throw new PalimpsestError(error.code as PalimpsestError["code"], `events.${at}: ${error.message}`, {
    details: [{ path: `events.${at}`, message: error.message }],
  });
}
