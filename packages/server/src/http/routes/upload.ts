import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import {
  assertPermitted,
  authenticate,
  type Memory,
  nameLine,
  type ReadDocument,
  readFile,
} from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import { credentialOf } from "../../surface/credential.js";
import { routes, uploadPath } from "../../surface/routes.js";
import type { App } from "../app-env.js";
import { readForm } from "../request/read-form.js";

type Ingested = OutputOf<PalimpsestContract["ingestArtifact"]>;

interface Uploaded {
  artifacts: (Ingested & { name: string })[];
  skipped: { name: string; reason: string }[];
}

/** Files as documents. Each document is ingested as a whole or not at all; sent again, it is found unchanged. */
export function uploadRoute(app: App, { memory, config }: { memory: Memory; config: Config }): void {
  const { fields } = routes.find(({ name }) => name === "ingestArtifact")!;
  app.post(uploadPath, async (c) => {
    c.set("operation", "uploadArtifacts");
    const { requestId, traceId } = c.get("ids");
    const credential = credentialOf(c.req.raw.headers, config.auth);
    // Read only when the caller is known: a body costs the server work.
    assertPermitted(await authenticate(memory.services, credential), "memory:write");
    const form = await readForm(c.req.raw, fields);
    if (Object.hasOwn(form.fields, "content"))
      throw refused("content", "is read from the files; leave it out");
    const answer: Uploaded = { artifacts: [], skipped: [] };
    const alone = form.files.length === 1;
    const documents = await readAll(form.files, answer.skipped);
    if (form.fields.source_id !== undefined && documents.length > 1) {
      throw refused("source_id", "names one document; leave it out where there are several");
    }
    const many = !alone || documents.length > 1;
    const key = c.req.header("idempotency-key");
    for (const [at, { name, ...document }] of documents.entries()) {
      // Whoever sent them has left; sent again, those that are stored are found unchanged.
      if (c.req.raw.signal.aborted) break;
      await orSkip(answer.skipped, name, { many, given: form.fields }, async () => {
        const { output } = await memory.dispatch({
          operation: "ingestArtifact",
          input: { title: nameLine(name, 500), bulk: many, ...document, ...form.fields },
          credential,
          surface: "rest",
          requestId,
          traceId,
          idempotencyKey: key === undefined || !many ? key : `${key}.${at}`,
        });
        answer.artifacts.push({ ...output, name });
      });
    }
    return c.json(answer, 201);
  });
}

async function readAll(files: File[], skipped: Uploaded["skipped"]): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = [];
  for (const file of files) {
    await orSkip(skipped, file.name, { many: files.length > 1 }, async () => {
      const read = await readFile(file.name, new Uint8Array(await file.arrayBuffer()));
      documents.push(...read.documents);
      skipped.push(...read.skipped);
    });
  }
  return documents;
}

/** What is wrong with the only one is the answer; of several, it is told of and left out. */
async function orSkip(
  skipped: Uploaded["skipped"],
  name: string,
  { many, given = {} }: { many: boolean; given?: object },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!many || !(error instanceof PalimpsestError) || !isOfFile(error, given)) throw error;
    skipped.push({ name, reason: `${error.message} (${error.code})` });
  }
}

const ofFile: readonly string[] = [
  "UNSUPPORTED_MEDIA_TYPE",
  "PAYLOAD_TOO_LARGE",
  "INVALID_UNICODE",
  "EMPTY_CONTENT",
  "TOMBSTONED",
  "CONFLICT",
  "BOUNDARY_DENIED",
];

/** Whether the file is to blame, and not a field that was given for all of them. */
const isOfFile = ({ code, details }: PalimpsestError, given: object) =>
  ofFile.includes(code) ||
  (code === "VALIDATION_ERROR" &&
    !details.some(({ path = "" }) => Object.hasOwn(given, path.split(".")[0]!)));

const refused = (path: string, problem: string) =>
  new PalimpsestError("VALIDATION_ERROR", `${path} ${problem}.`, {
    details: [{ path, message: `${path} ${problem}` }],
  });
