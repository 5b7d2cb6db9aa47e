import type { Ranked } from "./rank.js";
import type { Parts } from "./score/index.js";

/** What each part says of a result, in the order of the score. */
const reasons: Record<keyof Omit<Parts, "agent" | "trust">, string> = {
  own: "its own words match",
  window: "it and its neighbours match",
  answer: "it answers a question that matches",
  speaker: "the speaker asked for said it",
  time: "it tells a time",
  then_asked: "of the time asked for",
  opens: "it opens its session",
  asks: "it ends in a question",
  last_question: "it follows a question",
  standing: "it is meant to hold from then on",
  meaning: "near in meaning",
};

/** The reason for a result's rank, in words. */
export function explain({ parts, trust }: Ranked): string {
  const said = Object.entries(reasons)
    .map(([part, reason]) => ({ reason, share: parts[part as keyof typeof reasons] }))
    .filter(({ share }) => share !== 0)
    .map(({ reason, share }) => `${reason} (${share.toFixed(3)})`);
  if (said.length === 0) said.push("the nearest there is");
  if (parts.agent < 1) said.push(`an agent said it (×${parts.agent.toFixed(2)})`);
  if (trust === "untrusted") said.push(`from an untrusted writer (×${parts.trust.toFixed(2)})`);
  return said.join("; ");
}
