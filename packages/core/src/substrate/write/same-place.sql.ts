import type { Principal } from "../../identity/index.js";
import type { Prepared } from "./draft.js";

/** Adds a value to those of a statement and gives the parameter that stands for it. */
export type Value = (value: unknown) => string;

/**
 * Memory `m` may be compared with what this caller writes: its own, and those of others that no edit hides. Otherwise the
 * answer would show a hidden one.
 */
export const comparable = (who: Principal, value: Value): string =>
  `(m.owner_id = ${value(who.id)} or (not m.quarantined and not ('private' = any (m.blocked_channels))))`;

/**
 * Memory `m` stands where the new one would and has the same readers. The owner of a private memory, or of one for named
 * readers, is one of them. The session counts only for what holds in its session alone. With `changing`, its sensitivity
 * and its end may differ, which are then changed or refused; with `raising`, the sensitivity of the caller's own.
 */
export function samePlace(
  who: Principal,
  m: Prepared,
  value: Value,
  { changing = false, raising = false } = {},
): string {
  const is = (column: string, wanted: unknown) => `m.${column} is not distinct from ${value(wanted)}`;
  const visibility = m.visibility ?? "tenant";
  const audience = `${value(m.audience ?? [])}::text[]`;
  const parts = [
    is("scope", m.scope ?? null),
    is("subject_type", m.subjectType ?? null),
    is("subject_id", m.subjectId ?? null),
    is("project_id", m.projectId ?? null),
    `m.channel = ${value(m.channel)}`,
    `m.visibility = ${value(visibility)}`,
    `m.audience @> ${audience} and m.audience <@ ${audience}`,
  ];
  if (!changing) {
    const sameClass = `m.boundary_class = ${value(m.boundaryClass ?? "public")}`;
    parts.push(
      raising ? `(${sameClass} or m.owner_id = ${value(who.id)})` : sameClass,
      m.expiresAt === undefined
        ? "m.expires_at is null"
        : `(m.expires_at is null or m.expires_at >= ${value(m.expiresAt)})`,
    );
  }
  if (visibility === "private" || visibility === "custom") parts.push(`m.owner_id = ${value(who.id)}`);
  if (m.scope === "session") parts.push(is("session_id", m.sessionId ?? null));
  return `(${parts.join(" and ")})`;
}
