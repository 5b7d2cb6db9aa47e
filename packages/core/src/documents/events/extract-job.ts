import type { Attributes } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { JobFailure, type PrincipalJobKind } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { derivedOfKind, replaceMentions } from "../../substrate/index.js";
import { extractionJob } from "../document.js";
import { placeEntities } from "../entities/place-entities.js";
import { areEdited, carryEdits, findElsewhere } from "./carry/carry-edits.js";
import { chunksOf, evidenceOf } from "./evidence.js";
import { finishExtraction } from "./extraction.sql.js";
import { type Found, findEvents, type PlacedEvent, type Refused } from "./find-events.js";
import { matchEvents } from "./match-events.js";
import { prepareEvents } from "./prepare-events.js";
import { type RenewMemories, renewEvents } from "./renew-events.js";
import { readSource, type Source } from "./source.js";
import { changedMeanwhile, type Written, writeEdited, writeEvents } from "./write-events.js";

/** So many are written at once where one connection serves everybody. */
const perStep = 60;
/** So many of what was not taken are kept. */
const maxRejected = 1_000;

/** Writes into memories what their logs come to, if it is not there yet. Governance does this. */
export type FoldMemories = (
  context: OperationContext,
  ids: string[],
  options: { write: OperationContext["write"] },
) => Promise<void>;

/**
 * Extracts the events of a revision, for whoever ingested it. They come into force together with the end of the job, so a
 * run that fails or loses its lease shows nothing, and the events of an earlier run stay until then.
 */
export const extractEvents = (renew: RenewMemories, foldAgain: FoldMemories): PrincipalJobKind => ({
  kind: extractionJob,
  permission: "memory:write",
  async run({ context, payload, signal }) {
    const { services, policy } = context;
    const source = await readSource(context, String(payload.artifact_id));
    const found = await findEvents(source, policy, services.extraction?.model, signal);
    const elsewhere = await findElsewhere(context, source.row, found.events);
    const isEdited = (event: PlacedEvent) => (elsewhere.get(event)?.ops.length ?? 0) > 0;
    const known = await context.read((tx) =>
      derivedOfKind(tx, context.who, "semantic_event", source.row.chunk_ids),
    );
    const isBlocked = (attributes: Attributes) =>
      evidenceOf(attributes).some(({ start_char, end_char }) =>
        source.document.text.slice(start_char, end_char).includes("█"),
      );
    const { again, fresh } = matchEvents(known, found.events);
    const kept = again.map((one) => one.known.id);
    // What rests on words that cannot be read now was not looked for, and comes back with them.
    const isKept = new Set(kept);
    const unseen = known.filter(
      ({ id, attributes }) =>
        !isKept.has(id) && (restsOn(attributes, source.withheld) || isBlocked(attributes)),
    );
    const { prepared, refused } = await prepareEvents(context, source.row, fresh);
    const extracted: Extracted = {
      ...{ found, kept, unseen: unseen.map(({ id }) => id) },
      hidden: new Set(known.filter((one) => one.retracted).map(({ id }) => id)),
      rejected: [...found.rejected, ...refused],
    };
    // What people have made of the same events holds for these before they are shown.
    const edited = prepared.filter(({ event }) => isEdited(event));
    for (const events of slices(edited)) {
      add(extracted, await context.write((tx) => writeEdited(tx, context, events, elsewhere)));
      signal.throwIfAborted();
    }
    const editedAgain = again
      .filter(({ event }) => isEdited(event))
      .map(({ known, event }) => ({
        ...{ id: known.id, same: elsewhere.get(event)!.same },
      }));
    if (editedAgain.length > 0) await context.write((tx) => carryEdits(tx, editedAgain));
    const carried = [...edited.map(({ memory }) => memory.id), ...editedAgain.map(({ id }) => id)];
    for (const ids of slices(carried)) await foldAgain(context, ids, { write: context.write });
    const renewed = await renewEvents(context, source.row, again, renew);
    extracted.rejected.push(...renewed.rejected);
    const memories = prepared.filter(({ event }) => !isEdited(event)).map(({ memory }) => memory);
    const unedited = fresh.flatMap((event) => (isEdited(event) ? [] : (elsewhere.get(event)?.same ?? [])));
    // The embedded engine has one connection: of many events, most are written before, unseen until the job ends.
    const most = services.db.engine === "embedded" ? perStep : Number.POSITIVE_INFINITY;
    while (memories.length > most) {
      const step = memories.splice(0, most).map((memory) => ({ ...memory, status: "pending" }));
      add(extracted, await context.write((tx) => writeEvents(tx, context, step)));
      signal.throwIfAborted();
      await ownTurn();
    }
    return {
      end: "done",
      results: async (tx) => {
        if (unedited.length > 0 && (await areEdited(tx, unedited))) throw changedMeanwhile();
        const last = await writeEvents(tx, context, memories, { further: renewed.sources });
        await renewed.apply(tx);
        await finish(tx, context, source, add({ ...extracted }, last));
      },
    };
  },
});

const slices = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / perStep) }, (_, n) =>
    all.slice(n * perStep, (n + 1) * perStep),
  );

/** What an extraction gives a revision. */
interface Extracted {
  found: Found;
  /** Ids of events that are there, and of those that were not looked for. */
  kept: string[];
  unseen: string[];
  /** Those of the ids that are retracted or quarantined. */
  hidden: ReadonlySet<string>;
  rejected: Refused[];
}

function add(extracted: Extracted, { kept, hidden = [], rejected }: Written): Extracted {
  extracted.kept = [...extracted.kept, ...kept];
  extracted.hidden = new Set([...extracted.hidden, ...hidden]);
  extracted.rejected = [...extracted.rejected, ...rejected];
  return extracted;
}

async function finish(
  tx: Tx,
  context: OperationContext,
  { row, chunks, withheld }: Source,
  { found, kept, unseen, hidden, rejected }: Extracted,
): Promise<void> {
  const { extractor, model, prompt_version } = found;
  const events = kept.filter((id) => !hidden.has(id)).length;
  const finished = await finishExtraction(tx, row.artifact_id, [...kept, ...unseen], {
    run: { extractor, model, prompt_version, events, rejected: rejected.length },
    rejected: rejected.slice(0, maxRejected),
  });
  if (!finished) throw new JobFailure("ARTIFACT_NOT_FOUND", "The document was deleted meanwhile.", false);
  const read = row.chunk_ids.filter((id) => !withheld.has(id));
  await replaceMentions(tx, row.artifact_id, read, placeEntities(context.digestKey, chunks, found));
  context.touched([row.artifact_id]);
}

const restsOn = (attributes: Attributes, chunks: ReadonlySet<string>) =>
  chunksOf(attributes).some((id) => chunks.has(id));
