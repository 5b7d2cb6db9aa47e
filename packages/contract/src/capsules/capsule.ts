import { z } from "zod";
import * as f from "../fields.js";

export const capsule = z.object({
  capsule_id: f.capsuleId,
  status: z
    .enum(["active", "revoked", "expired"])
    .describe("Only an active one opens, unless it is retracted or quarantined"),
  scope: f.scope,
  subject_type: z.string().describe("The kind of subject it is about"),
  subject_id: z.string().describe("Whom or what it is about"),
  project_id: f.shownProjectId,
  author_agent_id: z.string().describe("Who made it"),
  audience_agent_ids: z.array(z.string()).describe("Who may open it"),
  risks: z.array(z.string()).describe("What to beware of"),
  ttl_days: z.int().describe("Days from its making until it closes"),
  forward: z.boolean().describe("Whether its audience may forward it"),
  forwarded_from: f.capsuleId.nullable().describe("The capsule it was forwarded from; null if it was not"),
  item_count: f.count.describe("How many items it holds, whether or not you may see them"),
  is_retracted: f.isRetracted,
  is_quarantined: f.isQuarantined,
  blocked_channels: f.blockedChannels,
  created_at: f.ts,
  expires_at: f.ts.describe("When it closes, ISO 8601 in UTC"),
});
