import { attributeLines, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Rows } from "../db/index.js";

type Capsule = Omit<OutputOf<PalimpsestContract["getCapsule"]>, "items">;

/** What of a capsule and of its memory is read, besides what is computed. */
export const capsuleFields = [
  "author_id",
  "subject_type",
  "subject_id",
  "audience",
  "ttl_days",
  "forward",
  "forwarded_from",
  "hops",
  "item_count",
  "created_at",
  "expires_at",
] as const;
export const capsuleMemoryFields = [
  "project_id",
  "attributes",
  "retracted",
  "quarantined",
  "blocked_channels",
] as const;

/** A capsule and the memory it is, as the policies show it to the caller. */
export type CapsuleRow = Pick<Rows["capsule"], (typeof capsuleFields)[number]> &
  Pick<Rows["memory"], (typeof capsuleMemoryFields)[number]> & {
    capsule_id: string;
    status: Capsule["status"];
    scope: Capsule["scope"];
    /** Whether its text may be shown where it will be used. */
    cleared: boolean;
  };

/** Its audience may open it. */
export const isOpen = (row: CapsuleRow): boolean =>
  row.status === "active" && !row.retracted && !row.quarantined;

export function capsuleOf(row: CapsuleRow): Capsule {
  return {
    capsule_id: row.capsule_id,
    status: row.status,
    scope: row.scope,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    project_id: row.project_id,
    author_agent_id: row.author_id,
    audience_agent_ids: row.audience,
    risks: row.cleared && !row.retracted ? attributeLines(row.attributes, "risks") : [],
    ttl_days: row.ttl_days,
    forward: row.forward,
    forwarded_from: row.forwarded_from,
    item_count: row.item_count,
    is_retracted: row.retracted,
    is_quarantined: row.quarantined,
    blocked_channels: row.blocked_channels,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
