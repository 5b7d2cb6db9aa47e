import { z } from "zod";
import * as f from "../fields.js";
import { artifactTypes, entityTypes, rejectionReasons } from "../kinds/index.js";
import { plainId } from "../names.js";
import { count } from "./numbers.js";

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
  token_count: count.optional(),
  chunk_ids: z.array(id).optional(),
  starts: z.array(count).optional(),
  ends: z.array(count).optional(),
  resolved_at: f.timestamp.optional(),
  extraction: z
    .object({
      extractor: z.enum(["rules", "model"]),
      model: z.string().nullable().default(null),
      prompt_version: z.string().nullable().default(null),
      events: count,
      rejected: count,
      finished_at: f.timestamp,
    })
    .optional(),
  rejected: z
    .array(
      z.object({
        reason: z.enum(rejectionReasons),
        category: z.string().nullable().default(null),
        narrative: z.string().nullable().default(null),
        quote: z.string().nullable().default(null),
      }),
    )
    .max(1_000)
    .optional(),
});

const name = z.string().min(1).max(2_000);

/** A place where a document names an entity. The id of the entity is made anew in each tenant. */
export const mentionRecord = z.object({
  type: z.literal("mention"),
  mention_id: id,
  memory_id: id,
  also_in: id.optional(),
  entity_type: z.enum(entityTypes),
  name_key: name,
  surface_form: name,
  start_char: count.optional(),
  end_char: count.optional(),
});
