import { PalimpsestError, type TransferRecord } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { noteWithheld } from "../../documents/index.js";
import type { OperationContext } from "../../services.js";
import { findTombstones, insertMemoryRows, ownSpaceId, refold, tellTimes } from "../../substrate/index.js";
import { entityNamed } from "./entity-named.js";
import { importParts, type Known, knownMemories, plainTypes } from "./import.sql.js";
import { importPolicies, importPrincipal } from "./import-governance.js";
import { importPlain } from "./import-plain.js";
import { type Incoming, ofType } from "./incoming.js";
import { originalHash, prepareWhole } from "./prepare-imported.js";
import {
  acceptedOf,
  outcomeOf,
  type Result,
  refusal,
  resultsOf,
  type Tell,
  wasRetracted,
} from "./results.js";
import { retractedWork } from "./retracted-work.js";

type MemoryRecord = TransferRecord<"memory">;

/** An admin's import of whole records, in one transaction. */
export async function importWhole(
  context: OperationContext,
  exportId: string,
  records: Incoming[],
  tell: Tell,
): Promise<void> {
  await importPolicies(context, ofType(records, "policy"), tell);
  const memories = ofType(records, "memory");
  const known = await context.read((tx) => knownMemories(tx, referred(memories.map(({ record }) => record))));
  const fresh = memories.filter(({ at, record }) => {
    const found = known.get(record.id);
    const from = record.capsule?.forwarded_from;
    const inCall = memories.some(({ record: { id } }) => id === from);
    if (found) tell(at, sameOrRefused(context, found, record));
    else if (from !== undefined && !known.has(from) && !inCall) tell(at, outcomeOf("missing"));
    else return true;
    return false;
  });
  const prepared = await prepareWhole(
    context,
    exportId,
    fresh.map(({ record }) => record),
  );
  const ready = acceptedOf(fresh, prepared, tell);
  const spaceId = await ownSpaceId(context.services);
  const goneIn = retractedWork(context, records);
  await context.write(async (tx) => {
    const told: [number, Result][] = [];
    for (const { at, record } of ofType(records, "principal")) {
      told.push([at, await importPrincipal(tx, context, record)]);
    }
    const live = ready.filter(({ record }) => !record.retracted).map(({ memory }) => memory);
    const stones = await foreignStones(tx, exportId, await findTombstones(tx, live));
    const writable = ready.filter(({ at, record }) => {
      const stone = stones.get(record.id);
      if (stone !== undefined) told.push([at, refusal(wasRetracted(stone))]);
      return stone === undefined;
    });
    await insertMemoryRows(
      tx,
      context.who,
      writable.map(({ memory }) => memory),
    );
    await importParts(
      tx,
      writable.map(({ record }) => record),
    );
    await refold(
      tx,
      writable.flatMap(({ refolded }) => refolded ?? []),
      spaceId,
    );
    // Of an amended text, the fold has told what it tells of.
    tellTimes(
      tx,
      writable.flatMap(({ memory, refolded }) => (refolded?.analysed ? [] : memory)),
    );
    for (const { at, record } of writable) {
      told.push([at, outcomeOf("imported")]);
      context.touched([record.id]);
    }
    const gone = await foreignStones(tx, exportId, await goneIn(tx));
    for (const [at, stone] of gone) told.push([at, refusal(wasRetracted(stone))]);
    const plain = records.filter(({ at }) => !gone.has(at)).map(entityNamed(context));
    told.push(...(await importPlain(tx, plain, plainTypes)));
    await noteWithheld(
      tx,
      ofType(records, "artifact").flatMap(({ record }) => record.chunk_ids ?? []),
    );
    for (const [at, result] of told) tell(at, result);
    return resultsOf(told.map(([, result]) => result));
  });
}

const referred = (records: MemoryRecord[]): string[] =>
  records.flatMap(({ id, capsule }) => (capsule?.forwarded_from ? [id, capsule.forwarded_from] : id));

/** A memory with this id is there: it is the same if it was first written so, by the same writer, and has all the edits. */
function sameOrRefused({ digestKey }: OperationContext, found: Known, record: MemoryRecord): Result {
  const same =
    found.kind === record.kind &&
    found.writer === record.writer &&
    found.original_hash === originalHash(digestKey, record);
  if (!same) return outcomeOf("other");
  const has = new Set(found.edits);
  if (record.edits.every(({ edit_id }) => has.has(edit_id))) return outcomeOf("known");
  return refusal(
    new PalimpsestError(
      "CONFLICT",
      "This memory is here without some of its edits. Import into a store without it, or make the edits here.",
    ),
  );
}

/** Those that were retracted here and not by the same export, which brings the store that it came from as it was. */
async function foreignStones<K>(tx: Tx, exportId: string, stones: Map<K, string>): Promise<Map<K, string>> {
  const known = await knownMemories(tx, [...new Set(stones.values())]);
  return new Map([...stones].filter(([, stone]) => known.get(stone)?.imported !== exportId));
}
