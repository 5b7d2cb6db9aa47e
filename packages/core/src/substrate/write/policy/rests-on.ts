import type { Draft } from "../draft.js";

/** Attributes that name the memory that a new one was learned from. */
const learnedFrom = [
  "source_episode_id",
  "source_decision_id",
  "learned_from_decision",
  "learned_from_episode",
];

const memoryId = /^[a-z]{2,3}_\d{27}$/;

/** The memories that a new one was made from, by its writer's word. Their words may stand in its own. */
export function restsOn({
  derivedFrom = [],
  attributes = {},
}: Pick<Draft, "derivedFrom" | "attributes">): string[] {
  const { refs } = attributes;
  const named = [...learnedFrom.map((name) => attributes[name]), ...(Array.isArray(refs) ? refs : [])];
  const ids = named.filter((id): id is string => typeof id === "string" && memoryId.test(id));
  return [...new Set([...derivedFrom, ...ids])];
}
