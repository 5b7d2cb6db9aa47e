import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { type Memory, nameLine, type ReadDocument, readFile, UnreadInput } from "@palimpsest/core";
import type { Config } from "../../config/index.js";
import { credentialOf } from "../../surface/credential.js";
import { type FieldSchema, routes, uploadPath } from "../../surface/routes.js";
import type { App } from "../app-env.js";
import { readForm } from "../request/read-form.js";

type Ingested = OutputOf<PalimpsestContract["ingestArtifact"]>;

interface Uploaded {
  artifacts: (Ingested & { name: string })[];
  skipped: { name: string; reason: string }[];
}

/** What stands in the files of a request. */
interface Upload {
  documents: ReadDocument[];
  skipped: Uploaded["skipped"];
  /** Given for all of them. */
  fields: Record<string, unknown>;
  /** What is wrong with the only one is the answer; of several, it is told of and left out. */
  many: boolean;
}

/** Files as documents. Each document is ingested as a whole or not at all; sent again, it is found unchanged. */
export function uploadRoute(app: App, { memory, config }: { memory: Memory; config: Config }): void {
  const { fields } = routes.find(({ name }) => name === "ingestArtifact")!;
  app.post(uploadPath, async (c) => {
    c.set("operation", "uploadArtifacts");
    const { requestId, traceId } = c.get("ids");
    const credential = credentialOf(c.req.raw.headers, config.auth);
    const key = c.req.header("idempotency-key");
    const sent: { upload?: Upload } = {};
    // Read by the first call, so that an upload is admitted, counted and audited like any call, whatever is in it.
    const unread = new UnreadInput(async () => {
      sent.upload = await readUpload(c.req.raw, fields);
      const [first] = sent.upload.documents;
      if (first === undefined) throw new PalimpsestError("VALIDATION_ERROR", "No file could be read.");
      return inputOf(sent.upload, first);
    });
    const artifacts: Uploaded["artifacts"] = [];
    for (let at = 0; at === 0 || at < sent.upload!.documents.length; at += 1) {
      // Whoever sent them has left; sent again, those that are stored are found unchanged.
      if (c.req.raw.signal.aborted) break;
      try {
        const { output } = await memory.dispatch({
          operation: "ingestArtifact",
          input: at === 0 ? unread : inputOf(sent.upload!, sent.upload!.documents[at]!),
          ...{ credential, surface: "rest", requestId, traceId },
          idempotencyKey: key === undefined || at === 0 ? key : `${key}.${at}`,
          onCounted: (rate) => c.set("rate", rate),
        });
        artifacts.push({ ...output, name: sent.upload!.documents[at]!.name });
      } catch (error) {
        const { upload } = sent;
        if (upload === undefined) throw error;
        const document = upload.documents[at];
        if (document !== undefined) upload.skipped.push(skippedOf(upload, document.name, error));
      }
    }
    return c.json({ artifacts, skipped: sent.upload?.skipped ?? [] } satisfies Uploaded, 201);
  });
}

async function readUpload(request: Request, schemas: Record<string, FieldSchema>): Promise<Upload> {
  const { files, fields } = await readForm(request, schemas);
  if (Object.hasOwn(fields, "content")) throw refused("content", "is read from the files; leave it out");
  const upload: Upload = { documents: [], skipped: [], fields, many: files.length > 1 };
  for (const file of files) {
    try {
      const read = await readFile(file.name, new Uint8Array(await file.arrayBuffer()), request.signal);
      upload.documents.push(...read.documents);
      upload.skipped.push(...read.skipped);
    } catch (error) {
      upload.skipped.push(skippedOf({ ...upload, fields: {} }, file.name, error));
    }
  }
  if (fields.source_id !== undefined && upload.documents.length > 1) {
    throw refused("source_id", "names one document; leave it out where there are several");
  }
  return { ...upload, many: upload.many || upload.documents.length > 1 };
}

const inputOf = ({ many, fields }: Upload, { name, ...document }: ReadDocument) => ({
  title: nameLine(name, 500),
  bulk: many,
  ...document,
  ...fields,
});

/** Throws what is not to be left out. */
function skippedOf({ many, fields }: Upload, name: string, error: unknown): Uploaded["skipped"][number] {
  if (!many || !(error instanceof PalimpsestError) || !isOfFile(error, fields)) throw error;
  return { name, reason: `${error.message} (${error.code})` };
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
