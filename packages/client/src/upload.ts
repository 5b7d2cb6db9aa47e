import type { PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import type { Output } from "./operations.js";

/** A file to upload: what it is called, which says how it is read, and what is in it. */
export interface UploadFile {
  name: string;
  data: Blob | Uint8Array | string;
}

/** What holds for all files of an upload; what they say themselves is read from them. */
export type UploadFields = Partial<
  Omit<RawInputOf<PalimpsestContract["ingestArtifact"]>, "content" | "bulk">
>;

export interface Uploaded {
  artifacts: (Output<"ingestArtifact"> & { name: string })[];
  /** Of several files, those that were not stored, and why. */
  skipped: { name: string; reason: string }[];
}

/** The body of an upload. Lists are repeated fields. */
export function uploadForm(files: readonly UploadFile[], fields: UploadFields): FormData {
  const form = new FormData();
  for (const { name, data } of files) {
    form.append(
      "file",
      data instanceof Blob ? data : new Blob([typeof data === "string" ? data : new Uint8Array(data)]),
      name,
    );
  }
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value ?? []].flat()) form.append(name, String(one));
  }
  return form;
}
