import { invalidField, type Scope } from "@palimpsest/contract";
import { type BoundaryClass, classOf, type Policy, sensitivityOf } from "../policy/index.js";
import type { Principal } from "../principal.js";
import {
  checkAudience,
  type Draft,
  type MemoryRow,
  placeOf,
  type Standing,
  trustOf,
  trustViewOf,
} from "../substrate/index.js";

type Sensitivity = keyof typeof classOf;
type Channel = "private" | "public" | "team" | "agent";
type Visibility = "private" | "team" | "tenant" | "custom";

/** The fields by which callers say where a new memory belongs. */
interface Placing {
  scope?: Scope;
  channel: string;
  visibility: string;
  audience: string[];
  subject_type?: string;
  subject_id?: string;
  project_id?: string;
  session_id?: string;
  tags?: string[];
  importance?: number;
  sensitivity: Sensitivity;
  occurred_at?: string;
  expires_at?: string;
  override_tombstone?: boolean;
}

const date = (given: string | undefined) => (given === undefined ? undefined : new Date(given));

/** What a draft takes from the caller whatever place the memory has. */
export function givenOf(
  input: Pick<Placing, "tags" | "importance" | "occurred_at" | "expires_at" | "override_tombstone">,
) {
  if (input.expires_at !== undefined && Date.parse(input.expires_at) <= Date.now()) {
    throw invalidField("expires_at", "is in the past, so nobody would ever see the memory");
  }
  return {
    tags: input.tags,
    importance: input.importance,
    occurredAt: date(input.occurred_at),
    expiresAt: date(input.expires_at),
    overrideTombstone: input.override_tombstone,
  } satisfies Partial<Draft>;
}

/** Where a new memory belongs, from the field names of the contract to those of a draft. */
export function draftPlace(input: Placing) {
  checkAudience(input);
  return {
    ...placeOf(input),
    ...givenOf(input),
    visibility: input.visibility,
    audience: input.audience,
    boundaryClass: classOf[input.sensitivity],
  } satisfies Partial<Draft>;
}

/** The place of a memory as answers show it, with whose word it is. */
export const shownHeartPlace = (who: Principal, policy: Policy, row: MemoryRow, standing: Standing) => ({
  scope: row.scope,
  channel: row.channel as Channel,
  visibility: standing.visibility as Visibility,
  audience: standing.audience,
  subject_type: row.subject_type,
  project_id: row.project_id,
  session_id: row.session_id,
  tags: row.tags,
  importance: row.importance,
  sensitivity: sensitivityOf[standing.boundary_class as BoundaryClass],
  occurred_at: row.occurred_at.toISOString(),
  expires_at: standing.expires_at,
  trust: trustOf(row, trustViewOf(who, policy)),
  edits_applied: row.edit_count,
});
