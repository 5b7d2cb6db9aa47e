import { PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { enqueueJob, findOwnJob } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { besideDigests, lockMemories, refusedMemories } from "../../substrate/index.js";
import type { IngestAnswer, IngestInput } from "../document.js";
import { carryBlocks } from "../events/carry/carry-blocks.sql.js";
import { newExtraction } from "../events/job-of-document.js";
import { contentHashOf, headIdOf } from "./document-ids.js";
import { ignoredFields } from "./ignored-fields.js";
import type { PreparedText } from "./prepare-text.js";
import { type Document, readDocument } from "./read-document.js";
import { inSteps, insertText, perStep, withStaged } from "./stage-text.js";
import { hasWords, prepareWithheld, withholdRetracted } from "./withhold-retracted.js";
import {
  countPassageEdits,
  eraseExpiredRevisions,
  findRevisionOf,
  guardPassages,
  insertRevision,
  type KnownRevision,
  lockDocument,
  makeLatest,
  ownHead,
  raiseClass,
} from "./write-revision.sql.js";

/** A bulk import lets people's own documents go first. */
const bulkPriority = -10;

/** Another call took away the revision that was there when this one looked, or has edited the document since. */
class Unprepared extends PalimpsestError {
  constructor() {
    super("UNAVAILABLE", "The document is being changed by others; send it again.", { retryAfter: 1 });
  }
}

interface Writing {
  prepared: PreparedText | undefined;
  /** Passages that are to be guarded once all is committed. */
  left: string[];
}

/**
 * Stores a document, or finds that nothing has changed. One transaction shows all of it: the revision, its passages with
 * their vectors, and the job.
 */
export async function ingestArtifact(context: OperationContext, input: IngestInput): Promise<IngestAnswer> {
  const given = await readDocument(context, input);
  let left: string[] = [];
  const write = (told: Document, prepared?: PreparedText) =>
    context.write((tx) => {
      left = [];
      return writeDocument(tx, context, told, { prepared, left });
    });
  const store = async ({ anew = false } = {}) => {
    const document = await withholdRetracted(context, given);
    const known = anew ? undefined : await context.read((tx) => findKnown(tx, context, document));
    if (known !== undefined) return write(document);
    const { document: told, prepared } = await prepareWithheld(context, document);
    return withStaged(context, [prepared], () => write(told, prepared));
  };
  const storeAnew = () => store({ anew: true });
  const answer = await store().catch(orElse(storeAnew)).catch(orElse(storeAnew));
  // If the database is gone, searches look at words of the revision before that lead nowhere.
  await inSteps(context, left, guardPassages).catch(() => undefined);
  return answer;
}

/** What was found when this call looked is no longer so. */
const orElse = (storeAnew: () => Promise<IngestAnswer>) => (error: unknown) => {
  if (!(error instanceof Unprepared)) throw error;
  return storeAnew();
};

async function findKnown(tx: Tx, { who }: OperationContext, document: Document) {
  const { headId } = await ownHead(tx, who, document.uid);
  return headId === undefined ? undefined : findRevisionOf(tx, who, headId, hashesOf(document));
}

/** A revision with all of these words may be there, or one that was stored without those that were retracted elsewhere. */
const hashesOf = ({ whole, contentHash }: Document): string[] => [contentHashOf(whole), contentHash];

async function writeDocument(
  tx: Tx,
  context: OperationContext,
  document: Document,
  { prepared, left }: Writing,
): Promise<IngestAnswer> {
  const { who } = context;
  const { uid } = document;
  await lockDocument(tx, who, uid);
  const edits = await countPassageEdits(tx, who, uid);
  context.touched(await eraseExpiredRevisions(tx, uid));
  const { headId, deleted } = await ownHead(tx, who, uid);
  const same = headId === undefined ? undefined : await findRevisionOf(tx, who, headId, hashesOf(document));
  if (headId !== undefined && same !== undefined) {
    return keepRevision(tx, context, document, { headId, same, left });
  }
  if (prepared === undefined || edits !== document.editsSeen) throw new Unprepared();
  return writeRevision(tx, context, document, prepared, {
    headId: headId ?? headIdOf(uid, who.id, deleted),
    isNew: headId === undefined,
    left,
  });
}

/** The text is there already: as the latest, or as an earlier revision that becomes the latest again. */
async function keepRevision(
  tx: Tx,
  context: OperationContext,
  document: Document,
  { headId, same, left }: Pick<Writing, "left"> & { headId: string; same: KnownRevision },
): Promise<IngestAnswer> {
  const { uid, place, masked, withheld } = document;
  const ignored_fields = ignoredFields(document, same);
  const { artifact_id, revision_id, is_latest, chunk_ids, job_id } = same;
  await raiseClass(tx, artifact_id, place.boundaryClass);
  if (!is_latest) await supersede(tx, headId, artifact_id, left);
  context.touched([artifact_id]);
  const job = is_latest || job_id === null ? undefined : await findOwnJob(tx, context.who, job_id);
  return {
    artifact_id,
    artifact_uid: uid,
    revision_id,
    ...storedAs(artifact_id, chunk_ids),
    job_id: job?.job_id ?? null,
    job_status: job?.status ?? "N/A",
    status: is_latest ? "unchanged" : "reactivated",
    ...{ masked, withheld, ignored_fields },
  };
}

async function writeRevision(
  tx: Tx,
  context: OperationContext,
  document: Document,
  prepared: PreparedText,
  { headId, isNew, left }: Pick<Writing, "left"> & { headId: string; isNew: boolean },
): Promise<IngestAnswer> {
  const { who } = context;
  const { artifactId, uid, revisionId, input, masked, withheld } = document;
  const worded = prepared.passages.filter(({ text }) => hasWords(text));
  const { title, author, author_title, participants, source_id, source_url } = document.meta;
  const beside = [title, author, author_title, ...(participants ?? []), source_id, source_url];
  const named = { ...prepared.head, parts: besideDigests(context.digestKey, beside) };
  const [refused] = (await refusedMemories(tx, who, [...worded, named])).values();
  if (refused) throw refused;
  await insertText(tx, who, prepared, isNew ? { ...prepared.head, id: headId } : undefined);
  const revision = { artifact_id: artifactId, artifact_uid: uid, revision_id: revisionId };
  const jobId = await enqueueJob(
    tx,
    who,
    newExtraction(context, revision, input.bulk ? bulkPriority : undefined),
  );
  await insertRevision(tx, who, document, prepared, { headId, isLatest: isNew, jobId });
  if (!isNew) {
    await supersede(tx, headId, artifactId, left);
    // Whoever blocks the document waits, and finds this revision then.
    await lockMemories(tx, [headId]);
    await carryBlocks(
      tx,
      prepared.passages.map(({ id }) => id),
    );
  }
  context.touched([artifactId, uid]);
  return {
    artifact_id: artifactId,
    artifact_uid: uid,
    revision_id: revisionId,
    ...storedAs(
      artifactId,
      prepared.passages.map(({ id }) => id),
    ),
    job_id: jobId,
    job_status: "PENDING",
    status: isNew ? "created" : "revised",
    ...{ masked, withheld, ignored_fields: [] },
  };
}

/** Makes a revision the latest. Of a long one before it, most of the work is left for later. */
async function supersede(tx: Tx, headId: string, artifactId: string, left: string[]): Promise<void> {
  const gone = await makeLatest(tx, headId, artifactId);
  if (gone.length <= perStep) await guardPassages(tx, gone);
  else left.push(...gone);
}

/** A text that is kept whole has no passages beside it. */
function storedAs(artifactId: string, ids: string[]) {
  const chunked = ids[0] !== artifactId;
  return {
    is_chunked: chunked,
    num_chunks: chunked ? ids.length : 0,
    stored_ids: chunked ? [artifactId, ...ids] : ids,
  };
}
