import { limits, PalimpsestError } from "@palimpsest/contract";
import type { FieldSchema } from "../../surface/routes.js";
import { readQuery } from "./query.js";
import { readBytes } from "./read-body.js";

/** Files of one upload; fields besides them are far fewer than this. */
const maxFiles = 100;
const maxParts = 1_000;

export interface Form {
  files: File[];
  /** The other parts, read by the schemas of their fields. */
  fields: Record<string, unknown>;
}

/** The parts of a multipart body: `file`, once for each file, and fields. */
export async function readForm(request: Request, fields: Record<string, FieldSchema>): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/is.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || request.headers.has("content-encoding")) {
    throw new PalimpsestError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send files as multipart/form-data, each as a part named file, uncompressed.",
    );
  }
  const bytes = await readBytes(request, limits.documentBytes);
  if (isOver(bytes, boundary)) throw invalid(`The body has more than ${maxParts} parts`, "");
  const form = await parse(bytes, type);
  const files: File[] = [];
  const rest = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value === "string" && name !== "file") rest.append(name, value);
    else if (typeof value !== "string" && name === "file") files.push(value);
    else throw invalid(name === "file" ? "must be a file, with a name" : "is no field for a file", name);
  }
  if (files.length === 0) throw invalid("is needed: give at least one file", "file");
  if (files.length > maxFiles) throw invalid(`must be at most ${maxFiles} files`, "file");
  return { files, fields: readQuery(rest, fields) };
}

const invalid = (problem: string, path: string) => {
  const message = path === "" ? problem : `${path} ${problem}`;
  return new PalimpsestError("VALIDATION_ERROR", `${message}.`, { details: [{ path, message }] });
};

/** Looked at before the parts are, since each costs far more than its bytes. */
function isOver(bytes: Buffer, boundary: string): boolean {
  let parts = 0;
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    if (parts > maxParts) return true;
  }
  return false;
}

async function parse(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw new PalimpsestError("VALIDATION_ERROR", "The body is not valid multipart/form-data.", { cause });
  }
}
