import {
  type Attributes,
  attributeLines,
  type OutputOf,
  type PalimpsestContract,
} from "@palimpsest/contract";

type Capsule = OutputOf<PalimpsestContract["listCapsules"]>["capsules"][number];

/** A capsule and the memory it is, as the policies show it to the caller. */
export interface CapsuleRow {
  [column: string]: unknown;
  capsule_id: string;
  status: Capsule["status"];
  scope: Capsule["scope"];
  subject_type: string;
  subject_id: string;
  project_id: string | null;
  author_id: string;
  audience: string[];
  attributes: Attributes;
  /** Whether its text may be shown where it will be used. */
  cleared: boolean;
  quarantined: boolean;
  ttl_days: number;
  forward: boolean;
  forwarded_from: string | null;
  hops: number;
  item_count: number;
  created_at: Date;
  expires_at: Date;
}

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
    risks: row.cleared ? attributeLines(row.attributes, "risks") : [],
    ttl_days: row.ttl_days,
    forward: row.forward,
    forwarded_from: row.forwarded_from,
    item_count: row.item_count,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
