import type { MemoryRow } from "../memory.js";
import type { Draft } from "./draft.js";

interface Placed {
  scope?: string;
  subject_type?: string;
  subject_id?: string;
  project_id?: string;
  session_id?: string;
  channel: string;
  tags?: string[];
}

/** Where a memory belongs: from the field names of the contract to those of a draft. */
export const placeOf = (
  input: Placed,
): Pick<Draft, "scope" | "subjectType" | "subjectId" | "projectId" | "sessionId" | "channel" | "tags"> => ({
  scope: input.scope,
  subjectType: input.subject_type,
  subjectId: input.subject_id,
  projectId: input.project_id,
  sessionId: input.session_id,
  channel: input.channel,
  tags: input.tags,
});

/** From a row to the field names of the contract. */
export const shownPlace = (row: MemoryRow) => ({
  scope: row.scope,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  project_id: row.project_id,
});
