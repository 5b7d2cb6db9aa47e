import type { Ranked } from "./rank.js";

/** The reason for a result's rank, in words. */
export function explain({ parts, trust }: Ranked): string {
  const reasons: string[] = [];
  if (parts.words > 0) reasons.push(`its own words match (${parts.words.toFixed(3)})`);
  if (parts.window > 0) reasons.push(`it and its neighbours match (${parts.window.toFixed(3)})`);
  if (parts.then_asked > 0) reasons.push(`of the time asked for (${parts.then_asked.toFixed(3)})`);
  if (parts.meaning > 0) reasons.push(`near in meaning (${parts.meaning.toFixed(3)})`);
  if (reasons.length === 0) reasons.push("the nearest there is");
  if (trust === "untrusted") reasons.push(`from an untrusted writer (×${parts.trust.toFixed(2)})`);
  return reasons.join("; ");
}
