import { hasNotExpiredSince, wasRecorded } from "../past/as-of.sql.js";
import type { Filter } from "./filter.js";
import { appliesTo } from "./place.sql.js";
import { isTrusted } from "./trust/trust.sql.js";

/**
 * What decides whether the words of memory `m` may be used where the answer will be: class, channel, blocks, quarantine
 * and expiry. A memory that is not admitted by this lends no word to its neighbours.
 */
export function usable(
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "includeQuarantined">,
  at: string,
  value: (v: unknown) => string,
): string[] {
  const parts = [
    `m.boundary_class = any (${value(filter.classes)})`,
    filter.channel === undefined
      ? "m.blocked_channels = '{}'"
      : `not (${value(filter.channel)} = any (m.blocked_channels))`,
    `(m.expires_at is null or m.expires_at > ${at})`,
  ];
  if (filter.saidIn !== undefined) parts.push(`m.channel = any (${value(filter.saidIn)})`);
  if (!filter.includeQuarantined) parts.push("not m.quarantined");
  return parts;
}

/**
 * The admission of a filter as SQL over `m`, with its values from $2 on, or after those of `after`; $1 is the tenant. Only fixed fragments
 * are put together. `m` is the memory row itself, or its state at a moment in the past. What has expired since that
 * moment is left out, unless it is to be listed as withheld.
 */
export function admissionOf(
  tenantId: string,
  filter: Filter,
  { withheldToo = false, after = [tenantId] }: { withheldToo?: boolean; after?: unknown[] } = {},
): { sql: string; values: unknown[] } {
  const values = [...after];
  const value = (v: unknown) => `$${values.push(v)}`;
  const now = filter.asOf?.at ?? filter.now;
  const at = now === undefined ? "clock_timestamp()" : `${value(now)}::timestamptz`;
  const parts = [
    "m.tenant_id = $1",
    filter.retracted ? "m.retracted" : "not m.retracted",
    `m.kind = any (${value(filter.kinds)})`,
    ...usable(filter, at, value),
  ];
  if (filter.asOf !== undefined) {
    parts.push(wasRecorded(filter.asOf, value));
    if (!filter.asOf.seeWithheld && !withheldToo) parts.push(hasNotExpiredSince(filter.asOf, value));
  }
  if (filter.scope !== undefined) parts.push(`m.scope = ${value(filter.scope)}`);
  if (filter.subjectType !== undefined) parts.push(`m.subject_type = ${value(filter.subjectType)}`);
  if (filter.subjectId !== undefined) parts.push(`m.subject_id = ${value(filter.subjectId)}`);
  if (filter.projectId !== undefined) parts.push(`m.project_id = ${value(filter.projectId)}`);
  if (filter.sessionId !== undefined) parts.push(`m.session_id = ${value(filter.sessionId)}`);
  if (filter.about !== undefined) parts.push(appliesTo(filter.about, value));
  if (filter.tags?.length) parts.push(`m.tags @> ${value(filter.tags)}`);
  if (filter.from !== undefined) parts.push(`m.occurred_at >= ${value(filter.from)}::timestamptz`);
  if (filter.to !== undefined) parts.push(`m.occurred_at < ${value(filter.to)}::timestamptz`);
  for (const [name, wanted] of Object.entries(filter.attributes ?? {})) {
    parts.push(`m.attributes->>${value(name)}::text = ${value(wanted)}`);
  }
  for (const [name, wanted] of Object.entries(filter.orAbsent ?? {})) {
    parts.push(`coalesce(m.attributes->>${value(name)}::text, ${value(wanted)}) = ${value(wanted)}`);
  }
  if (filter.driving !== undefined) {
    const { reader, writers } = filter.driving;
    parts.push(isTrusted("m", { reader: value(reader), writers: value(writers) }));
  }
  if (filter.skillsOf !== undefined) {
    const { userId, agentId } = filter.skillsOf;
    parts.push(`coalesce(m.attributes->>'user_id', m.owner_id) = ${value(userId)}`);
    if (agentId !== undefined) {
      parts.push(`coalesce(m.attributes->>'agent_id', m.owner_id) = ${value(agentId)}`);
    }
  }
  if (filter.limitedReaders) parts.push("m.visibility <> 'tenant'");
  // A chunk is superseded only as a passage of a document that has a later revision.
  if (filter.kinds.includes("chunk") && !filter.supersededToo) {
    parts.push("(m.status <> 'superseded' or m.kind <> 'chunk')");
  }
  if (filter.origin !== undefined) parts.push(`m.origin = ${value(filter.origin)}`);
  if (filter.statuses !== undefined) parts.push(`m.status = any (${value(filter.statuses)})`);
  return { sql: parts.join(" and "), values };
}
