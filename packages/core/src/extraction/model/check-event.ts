import { isDay } from "../../time/index.js";
import type { EventCategory, ExtractedEvent } from "../event.js";
import { eventCategories } from "../event.js";
import type { EvidenceFault } from "../evidence/verify-evidence.js";
import { type AnsweredEvent, answeredEvent } from "./schemas.js";

export type RejectionReason =
  | EvidenceFault
  | "invalid_category"
  | "invalid_confidence"
  | "invalid_shape"
  | "too_many_events"
  | "not_in_extraction";

/** An event of an answer that was not taken, and why. */
export interface Rejected {
  reason: RejectionReason;
  category: string | null;
  narrative: string | null;
  quote: string | null;
}

const maxShown = 1_000;
/** As much of it as can be stored. */
const textOf = (value: unknown): string | null =>
  typeof value === "string" ? value.slice(0, maxShown).replaceAll("\0", "").toWellFormed() : null;

/** What can be told of an event that is rejected. */
export function rejected(reason: RejectionReason, given: unknown, quote?: unknown): Rejected {
  const fields = (typeof given === "object" && given !== null ? given : {}) as Record<string, unknown>;
  const own = (fields.evidence ?? {}) as Record<string, unknown>;
  return {
    reason,
    category: textOf(fields.category),
    narrative: textOf(fields.narrative),
    quote: textOf(quote ?? own.quote),
  };
}

/** The fields of an answered event, or the first reason to reject it. */
export function checkEvent(
  given: unknown,
): { ok: true; event: AnsweredEvent } | { ok: false; reason: RejectionReason } {
  const result = answeredEvent.safeParse(given);
  if (result.success) return { ok: true, event: result.data };
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return { ok: false, reason: "invalid_shape" };
  if (!eventCategories.includes((given as { category?: unknown }).category as EventCategory))
    return { ok: false, reason: "invalid_category" };
  const wrong = new Set(result.error.issues.map(({ path }) => path[0]));
  return {
    ok: false,
    reason: wrong.size === 1 && wrong.has("confidence") ? "invalid_confidence" : "invalid_shape",
  };
}

/** The parts of an event that both answers have; a time that cannot be read is none. */
export const fieldsOf = (event: AnsweredEvent): Omit<ExtractedEvent, "evidence"> => ({
  category: event.category,
  event_time: timeOf(event.event_time),
  narrative: event.narrative,
  subject: event.subject,
  actors: event.actors,
  confidence: event.confidence,
});

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

function timeOf(given: unknown): string | null {
  if (typeof given !== "string" || !isoTime.test(given.trim())) return null;
  const text = given.trim().replace(" ", "T");
  if (!isDay(text.slice(0, 10))) return null;
  const at = new Date(/T/.test(text) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1900 || year > 2200 ? null : at.toISOString();
}
