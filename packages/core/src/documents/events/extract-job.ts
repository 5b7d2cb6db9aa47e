import type { Attributes } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { JobFailure, type PrincipalJobKind } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import {
  derivedOfKind,
  insertManyMemories,
  linkSources,
  type Prepared,
  refusedMemories,
  replaceMentions,
} from "../../substrate/index.js";
import { extractionJob } from "../document.js";
import { placeEntities } from "../entities/place-entities.js";
import { carryAmendments, type EditedFieldsOf } from "./carry-amendments.js";
import { chunksOf, evidenceOf } from "./evidence.js";
import { finishExtraction } from "./extraction.sql.js";
import { type Found, findEvents, type Refused } from "./find-events.js";
import { matchEvents } from "./match-events.js";
import { prepareEvents } from "./prepare-events.js";
import { type RenewMemories, renewEvents, tombstoned } from "./renew-events.js";
import { readSource, type Source } from "./source.js";

/** So many are written at once where one connection serves everybody. */
const perStep = 60;
/** So many of what was not taken are kept. */
const maxRejected = 1_000;

/**
 * Extracts the events of a revision, for whoever ingested it. They come into force together with the end of the job, so a
 * run that fails or loses its lease shows nothing, and the events of an earlier run stay until then.
 */
export const extractEvents = (renew: RenewMemories, editedFields: EditedFieldsOf): PrincipalJobKind => ({
  kind: extractionJob,
  permission: "memory:write",
  async run({ context, payload, signal }) {
    const { services, policy } = context;
    const source = await readSource(context, String(payload.artifact_id));
    const found = await findEvents(source, policy, services.extraction?.model, signal);
    found.events = await carryAmendments(context, source.row, found.events, editedFields);
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
    const renewed = await renewEvents(context, source.row, again, renew);
    const unlike = fresh.filter(({ quarantined }) => !quarantined);
    const { memories, refused } = await prepareEvents(context, source.row, unlike);
    const quarantined = fresh.filter((event) => event.quarantined);
    const extracted: Extracted = {
      ...{ found, kept, unseen: unseen.map(({ id }) => id) },
      retracted: new Set(known.filter((one) => one.retracted).map(({ id }) => id)),
      rejected: [
        ...found.rejected,
        ...refused,
        ...renewed.rejected,
        ...quarantined.map(({ category }) => tombstoned(category)),
      ],
    };
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
        const last = await writeEvents(tx, context, memories, renewed.sources);
        await renewed.apply(tx);
        await finish(tx, context, source, add({ ...extracted }, last));
      },
    };
  },
});

/** What an extraction gives a revision. */
interface Extracted {
  found: Found;
  /** Ids of events that are there, and of those that were not looked for. */
  kept: string[];
  unseen: string[];
  /** Those of the ids that stay retracted. */
  retracted: ReadonlySet<string>;
  rejected: Refused[];
}

function add(extracted: Extracted, written: Pick<Extracted, "kept" | "rejected">): Extracted {
  extracted.kept = [...extracted.kept, ...written.kept];
  extracted.rejected = [...extracted.rejected, ...written.rejected];
  return extracted;
}

async function writeEvents(
  tx: Tx,
  context: OperationContext,
  given: readonly Prepared[],
  further: readonly { from: string; to: string }[] = [],
): Promise<Pick<Extracted, "kept" | "rejected">> {
  const { who } = context;
  const refused = await refusedMemories(tx, who, [...given]);
  const memories = given.filter(({ id }) => !refused.has(id));
  await insertManyMemories(tx, who, memories);
  // All at once: passages are locked in one order.
  const sources = [...memories.flatMap(sourcesOf), ...further];
  if (!(await linkSources(tx, who, sources))) throw changedMeanwhile();
  const kept = memories.map(({ id }) => id);
  context.touched(kept);
  return {
    kept,
    rejected: given
      .filter(({ id }) => refused.has(id))
      .map(({ attributes }) => tombstoned(attributes.category as string)),
  };
}

async function finish(
  tx: Tx,
  context: OperationContext,
  { row, chunks, withheld }: Source,
  { found, kept, unseen, retracted, rejected }: Extracted,
): Promise<void> {
  const { extractor, model, prompt_version } = found;
  const events = kept.filter((id) => !retracted.has(id)).length;
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

const sourcesOf = ({ id, attributes }: Prepared) =>
  [...new Set(chunksOf(attributes))].map((chunk) => ({ from: id, to: chunk }));

const changedMeanwhile = () =>
  new JobFailure(
    "SOURCE_CHANGED",
    "A passage was taken out while events were extracted from it; the job runs again.",
    true,
  );
