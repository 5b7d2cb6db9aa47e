import type { Tx } from "../../db/index.js";
import { enqueueJob, findJob } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { insertMemories, refusedMemories } from "../../substrate/index.js";
import { classOfSensitivity, extractionJob, type IngestAnswer, type IngestInput } from "../document.js";
import { headIdOf } from "./document-ids.js";
import { type PreparedRevision, prepareRevision } from "./prepare-revision.js";
import { type Document, readDocument } from "./read-document.js";
import {
  findRevisionOf,
  insertRevision,
  type KnownRevision,
  lockDocument,
  makeLatest,
  ownHead,
  raiseClass,
} from "./write-revision.sql.js";

/** A bulk import lets people's own documents go first. */
const bulkPriority = -10;

/** A statement holds the texts, words and vectors of so many memories: about two megabytes. */
const perStatement = 100;

/** Another call took away the revision that was there when this one looked. */
class Unprepared extends Error {}

/** Stores a document with its passages, vectors and job in one transaction, or finds that nothing has changed. */
export async function ingestArtifact(context: OperationContext, input: IngestInput): Promise<IngestAnswer> {
  const document = readDocument(context, input);
  const known = await context.read((tx) => findKnown(tx, context, document));
  const write = (prepared: PreparedRevision | undefined) =>
    context.write((tx) => writeDocument(tx, context, document, prepared));
  if (known === undefined) return write(await prepareRevision(context, document));
  try {
    return await write(undefined);
  } catch (error) {
    if (!(error instanceof Unprepared)) throw error;
    return write(await prepareRevision(context, document));
  }
}

async function findKnown(tx: Tx, { who }: OperationContext, { uid, contentHash }: Document) {
  const { headId } = await ownHead(tx, who, uid);
  return headId === undefined ? undefined : findRevisionOf(tx, who, headId, contentHash);
}

async function writeDocument(
  tx: Tx,
  context: OperationContext,
  document: Document,
  prepared: PreparedRevision | undefined,
): Promise<IngestAnswer> {
  const { who } = context;
  const { uid, contentHash } = document;
  await lockDocument(tx, who, uid);
  const { headId, deleted } = await ownHead(tx, who, uid);
  const same = headId === undefined ? undefined : await findRevisionOf(tx, who, headId, contentHash);
  if (headId !== undefined && same !== undefined) return keepRevision(tx, context, document, headId, same);
  if (prepared === undefined) throw new Unprepared();
  return writeRevision(tx, context, document, prepared, {
    headId: headId ?? headIdOf(uid, who.id, deleted),
    isNew: headId === undefined,
  });
}

/** The text is there already: as the latest, or as an earlier revision that becomes the latest again. */
async function keepRevision(
  tx: Tx,
  context: OperationContext,
  { uid, input, masked }: Document,
  headId: string,
  same: KnownRevision,
): Promise<IngestAnswer> {
  const { artifact_id, revision_id, is_latest, chunk_ids, job_id } = same;
  await raiseClass(tx, artifact_id, classOfSensitivity[input.sensitivity]);
  if (!is_latest) await makeLatest(tx, headId, artifact_id);
  context.touched([artifact_id]);
  const job = is_latest || job_id === null ? undefined : await findJob(tx, context.who, job_id);
  return {
    artifact_id,
    artifact_uid: uid,
    revision_id,
    ...storedAs(artifact_id, chunk_ids),
    job_id: job?.job_id ?? null,
    job_status: job?.status ?? "N/A",
    status: is_latest ? "unchanged" : "reactivated",
    masked,
  };
}

async function writeRevision(
  tx: Tx,
  context: OperationContext,
  document: Document,
  prepared: PreparedRevision,
  { headId, isNew }: { headId: string; isNew: boolean },
): Promise<IngestAnswer> {
  const { who } = context;
  const { artifactId, uid, revisionId, input, masked } = document;
  const [refused] = (await refusedMemories(tx, who, prepared.passages)).values();
  if (refused) throw refused;
  const head = { ...prepared.head, id: headId };
  const memories = isNew ? [head, ...prepared.passages] : prepared.passages;
  for (let from = 0; from < memories.length; from += perStatement) {
    await insertMemories(tx, who, memories.slice(from, from + perStatement));
  }
  const jobId = await enqueueJob(tx, who, {
    kind: extractionJob,
    payload: { key: artifactId, artifact_id: artifactId, artifact_uid: uid, revision_id: revisionId },
    priority: input.bulk ? bulkPriority : 0,
  });
  await insertRevision(tx, who, document, prepared, { headId, isLatest: isNew, jobId });
  if (!isNew) await makeLatest(tx, headId, artifactId);
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
    masked,
  };
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
