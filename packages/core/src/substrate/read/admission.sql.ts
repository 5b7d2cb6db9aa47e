import type { Ttl } from "../../policy/index.js";
import { hasNotExpiredSince, statusThen, wasRecorded } from "../past/as-of.sql.js";
import type { Filter } from "./filter.js";
import { appliesTo } from "./place.sql.js";
import { keepsRules } from "./policy/rules.sql.js";
import { isTrusted } from "./trust/trust.sql.js";

/**
 * What decides whether the words of memory `m` may be used where the answer will be: class, channel, blocks, quarantine,
 * age, invariants and expiry. A memory that is not admitted by this lends no word to its neighbours.
 */
export function usable(
  filter: Pick<
    Filter,
    "channel" | "classes" | "saidIn" | "ttl" | "rules" | "includeQuarantined" | "expiredToo"
  >,
  at: string,
  value: (v: unknown) => string,
): string[] {
  const parts = [
    `m.boundary_class = any (${value(filter.classes)})`,
    filter.channel === undefined
      ? "m.blocked_channels = '{}'"
      : `not (${value(filter.channel)} = any (m.blocked_channels))`,
  ];
  if (!filter.expiredToo) parts.push(`(m.expires_at is null or m.expires_at > ${at})`);
  if (filter.saidIn !== undefined) parts.push(`m.channel = any (${value(filter.saidIn)})`);
  parts.push(...withinPolicy(filter, value));
  if (!filter.includeQuarantined) parts.push("not m.quarantined");
  return parts;
}

/** Memory `m` is not too old, and as the invariants of the policy say. */
export const withinPolicy = (
  { ttl, rules }: Pick<Filter, "ttl" | "rules">,
  value: (v: unknown) => string,
): string[] => [
  ...(ttl === undefined ? [] : [isYoung(ttl, value)]),
  ...(rules === undefined ? [] : [keepsRules(rules, value)]),
];

/**
 * Memory `m` is not older today than the policy lets its scope be, also where the past is read. The oldest moment of each
 * scope is a query of its own, so that it is computed once and not for each row.
 */
function isYoung({ session, project, principle, exempt }: Ttl, value: (v: unknown) => string): string {
  const since = (seconds: number | null) =>
    seconds === null
      ? "'-infinity'"
      : `(select clock_timestamp() - make_interval(secs => ${value(seconds)}::float8))`;
  return `(m.kind = any (${value(exempt)}) or m.recorded_at > case when m.scope = 'session' then ${since(session)}
    when m.scope in ('policy', 'global') then ${since(principle)} else ${since(project)} end)`;
}

/** Whether the filter has conditions of which the planner has no statistics: values of attributes, and trust. */
export const isUnknownShare = ({ attributes, orAbsent, outcome, driving, skillsOf }: Filter): boolean =>
  [attributes, orAbsent, outcome, driving, skillsOf].some((one) => one !== undefined);

const narrowing = [
  ...["scope", "scopes", "subjectType", "subjectId", "projectId", "sessionId", "about", "tags", "from", "to"],
  ...["limitedReaders", "passages", "origin", "otherOrigin"],
] as (keyof Filter)[];

/** Whether the filter asks for more than its kinds and what its reader may see: it may admit few of many. */
export const isNarrow = (filter: Filter): boolean =>
  isUnknownShare(filter) || narrowing.some((name) => filter[name] !== undefined);

/**
 * The admission of a filter as SQL over `m`, with its values from $2 on, or after those of `after`; $1 is the tenant. Only fixed fragments
 * are put together. `m` is the memory row itself, or its state at a moment in the past. What has expired since that
 * moment is left out, unless it is to be listed as withheld. With `present`, `m` is the present row also of a read of the
 * past; its state is then looked up, since no edit tells that it has changed. With `evenly`, the planner takes it that every
 * other memory meets the conditions of which it has no statistics, and not one in thousands.
 */
export function admissionOf(
  tenantId: string,
  filter: Filter,
  {
    withheldToo = false,
    present = false,
    evenly = false,
    after = [tenantId],
  }: { withheldToo?: boolean; present?: boolean; evenly?: boolean; after?: unknown[] } = {},
): { sql: string; values: unknown[] } {
  const values = [...after];
  const value = (v: unknown) => `$${values.push(v)}`;
  const now = filter.expiredToo ? undefined : (filter.asOf?.at ?? filter.now);
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
  if (filter.scopes !== undefined) parts.push(`coalesce(m.scope, 'project') = any (${value(filter.scopes)})`);
  if (filter.subjectType !== undefined) parts.push(`m.subject_type = ${value(filter.subjectType)}`);
  if (filter.subjectId !== undefined) parts.push(`m.subject_id = ${value(filter.subjectId)}`);
  if (filter.projectId !== undefined) parts.push(`m.project_id = ${value(filter.projectId)}`);
  if (filter.sessionId !== undefined) parts.push(`m.session_id = ${value(filter.sessionId)}`);
  if (filter.about !== undefined) parts.push(appliesTo(filter.about, value));
  if (filter.tags?.length) parts.push(`m.tags @> ${value(filter.tags)}`);
  if (filter.from !== undefined) parts.push(`m.occurred_at >= ${value(filter.from)}::timestamptz`);
  if (filter.to !== undefined) parts.push(`m.occurred_at < ${value(filter.to)}::timestamptz`);
  const unknown: string[] = [];
  for (const [name, wanted] of Object.entries(filter.attributes ?? {})) {
    unknown.push(`m.attributes->>${value(name)}::text = ${value(wanted)}`);
  }
  for (const [name, wanted] of Object.entries(filter.orAbsent ?? {})) {
    unknown.push(`coalesce(m.attributes->>${value(name)}::text, ${value(wanted)}) = ${value(wanted)}`);
  }
  if (filter.outcome !== undefined) {
    const told = "coalesce(m.attributes->>'outcome', 'ongoing')";
    const outcome = `case when m.attributes->>'ended_at' is null then 'ongoing' else ${told} end`;
    unknown.push(`${outcome} = ${value(filter.outcome)}`);
  }
  if (filter.driving !== undefined) {
    const { reader, writers } = filter.driving;
    unknown.push(isTrusted("m", { reader: value(reader), writers: value(writers) }));
  }
  if (filter.skillsOf !== undefined) {
    const { userId, agentId } = filter.skillsOf;
    unknown.push(`coalesce(m.attributes->>'user_id', m.owner_id) = ${value(userId)}`);
    if (agentId !== undefined) {
      unknown.push(`coalesce(m.attributes->>'agent_id', m.owner_id) = ${value(agentId)}`);
    }
  }
  if (unknown.length > 0) {
    const all = unknown.join(" and ");
    parts.push(evenly ? `case when ${all} then true else false end` : all);
  }
  if (filter.leftOut !== undefined) {
    parts.push(`m.id not in (select unnest(${value(filter.leftOut)}::text[]))`);
  }
  if (filter.limitedReaders) parts.push("m.visibility <> 'tenant'");
  const status = () => (present && filter.asOf ? statusThen(filter.asOf, value) : "m.status");
  // A passage or an event of a document is superseded with its revision. An event that was not found again is replaced,
  // and one is pending until the extraction that found it ends.
  if (filter.kinds.some((kind) => kind === "chunk" || kind === "semantic_event")) {
    const over = `in ('replaced', 'pending'${filter.supersededToo ? "" : ", 'superseded'"})`;
    parts.push(`not (m.kind in ('chunk', 'semantic_event') and ${status()} ${over})`);
  }
  if (filter.passages !== undefined) {
    const isPassage = "(m.attributes->>'artifact_type' is not null and m.origin <> 'import')";
    parts.push(filter.passages ? isPassage : `not ${isPassage}`);
  }
  if (filter.origin !== undefined) parts.push(`m.origin = ${value(filter.origin)}`);
  if (filter.otherOrigin !== undefined) parts.push(`m.origin <> ${value(filter.otherOrigin)}`);
  if (filter.statuses !== undefined) parts.push(`${status()} = any (${value(filter.statuses)})`);
  return { sql: parts.join(" and "), values };
}
