import { z } from "zod";
import * as f from "../fields.js";
import { artifactTypes } from "../kinds/index.js";
import { plainId } from "../names.js";

const id = z.string().regex(plainId, "must be an id: 1 to 128 of the characters A-Z a-z 0-9 _ . : -");

/** A large output of a tool, or a revision of a document, whose text is in its memories. */
export const artifactRecord = z.object({
  type: z.literal("artifact"),
  artifact_id: id,
  ts: f.timestamp,
  kind: z.enum(["tool_output", "blob", ...artifactTypes]),
  base64: z.base64().optional(),
  meta: z.record(z.string(), z.unknown()).default({}),
  owner_id: f.chosenId,
  memory_id: id,
  head_id: id.optional(),
  artifact_uid: id.optional(),
  revision_id: id.optional(),
  is_latest: z.boolean().optional(),
  content_hash: z.string().optional(),
  token_count: z.int().min(0).optional(),
  chunk_ids: z.array(id).optional(),
  starts: z.array(z.int().min(0)).optional(),
  ends: z.array(z.int().min(0)).optional(),
  resolved_at: f.timestamp.optional(),
});
