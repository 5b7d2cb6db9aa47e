import { kindOf, PalimpsestError } from "@palimpsest/contract";
import { allInOrder } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { type DomainEvent, emitEvents } from "../../outbox/index.js";
import { isStricter } from "../../policy/index.js";
import type { Digests } from "../digest.js";
import { insertLinks } from "../links/insert-links.sql.js";
import { sourceClasses } from "../links/source-classes.sql.js";
import { insertStates } from "../states/state-log.sql.js";
import { tellTimes } from "../times/tell-times.sql.js";
import type { Prepared } from "./draft.js";
import { insertMemoryRows } from "./memory-row.sql.js";
import { findTombstones, findTombstonesOf } from "./tombstone.sql.js";

/** Writes the memory, its original, its index and its links in the caller's transaction; gives the time of recording. */
export async function insertMemory(tx: Tx, who: Principal, memory: Prepared): Promise<string> {
  // Sent together: what is written is rolled back if it is refused.
  const [, [recordedAt]] = await allInOrder(
    refuseRetracted(tx, who, memory),
    insertMemories(tx, who, [memory]),
  );
  return recordedAt!;
}

async function refuseRetracted(tx: Tx, who: Principal, memory: Prepared): Promise<void> {
  const [refused] = (await refusedMemories(tx, who, [memory])).values();
  if (refused) throw refused;
}

/** A statement holds the texts, words and vectors of so many memories: about two megabytes. */
const perStatement = 100;

/** Writes any number of memories of which `refusedMemories` refuses none, in their order. */
export async function insertManyMemories(tx: Tx, who: Principal, memories: Prepared[]): Promise<void> {
  for (let from = 0; from < memories.length; from += perStatement) {
    await insertMemories(tx, who, memories.slice(from, from + perStatement));
  }
}

/** Writes memories of which `refusedMemories` refuses none; gives the times of recording, in their order. */
export async function insertMemories(tx: Tx, who: Principal, memories: Prepared[]): Promise<string[]> {
  if (memories.length === 0) return [];
  const recording = insertMemoryRows(tx, who, memories);
  tellTimes(tx, memories);
  const states = memories.flatMap(({ id, status }) =>
    status === undefined ? [] : { memory_id: id, status },
  );
  if (states.length > 0) insertStates(tx, who, states);
  await emitEvents(tx, memories.flatMap(createdEvent));
  const [recordedAt] = await allInOrder(recording, linkSources(tx, who, memories));
  return recordedAt;
}

async function linkSources(tx: Tx, who: Principal, memories: Prepared[]): Promise<void> {
  for (const { id, derivedFrom, boundaryClass = "public" } of memories) {
    if (!derivedFrom?.length) continue;
    await insertLinks(tx, who, id, derivedFrom, "derived_from");
    // They are locked now. Its class was taken from them before, when it was embedded.
    const classes = await sourceClasses(tx, who, derivedFrom);
    if ([...classes.values()].some((one) => isStricter(one, boundaryClass))) throw sourceChanged();
  }
}

const sourceChanged = () =>
  new PalimpsestError(
    "UNAVAILABLE",
    "A memory that this is made from became more sensitive meanwhile. Try again.",
  );

/** What tells of a new memory of a kind that is told of. */
function createdEvent({ id, kind, attributes }: Prepared): DomainEvent[] {
  const event = kindOf(kind).created?.(attributes);
  return event ? [{ ...event, memoryId: id, kind } as DomainEvent] : [];
}

/** Of these memories, by id, those whose text was retracted and is not taken again, unless an admin overrides that. */
export async function refusedMemories(
  tx: Tx,
  who: Principal,
  memories: Prepared[],
): Promise<Map<string, PalimpsestError>> {
  const refused = new Map<string, PalimpsestError>();
  const asked = memories.filter(({ id, overrideTombstone }) => {
    if (overrideTombstone && !who.permissions.has("admin")) {
      refused.set(id, new PalimpsestError("FORBIDDEN", "Only an admin may write again what was retracted."));
    }
    return !overrideTombstone;
  });
  if (asked.length === 0) return refused;
  const stones = await findTombstones(tx, asked);
  for (const memory of asked) {
    const stone = stones.get(memory.id);
    if (stone !== undefined) refused.set(memory.id, tombstone(memory, stone));
  }
  return refused;
}

/** Refuses what stands beside the text of a memory that is there already, if it was retracted. */
export async function refuseRetractedBeside(tx: Tx, memory: Prepared): Promise<void> {
  const [stone] = (await findTombstones(tx, [memory], { besideOnly: true })).values();
  if (stone !== undefined && !memory.overrideTombstone) throw tombstone(memory, stone);
}

/** Refuses texts that are kept beside memories, about nobody in particular, if one of them was retracted. */
export async function refuseRetractedTexts(tx: Tx, texts: readonly Digests[]): Promise<void> {
  const asked = texts.map((digests) => ({ ...digests, id: "" }));
  const [stone] = (await findTombstonesOf(tx, asked)).values();
  if (stone !== undefined) throw tombstone({}, stone);
}

/** What can be done depends on what is written: not every operation lets an admin override. */
const tombstone = ({ overrideTombstone }: Pick<Prepared, "overrideTombstone">, stone: string) =>
  new PalimpsestError(
    "TOMBSTONED",
    `This was retracted before (${stone}) and is not taken again. ${
      overrideTombstone === undefined
        ? "Restore what was retracted, or leave these words out."
        : "An admin may write it with override_tombstone, or restore the memory."
    }`,
  );
