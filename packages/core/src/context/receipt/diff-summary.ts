import type { OmissionReason } from "../../receipts/index.js";

const numbers = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const inWords = (n: number): string => numbers[n] ?? String(n);

/** Why something is left out, as part of a sentence. */
export const omissionWords: Record<OmissionReason, string> = {
  over_budget: "below budget",
  not_in_mode: "not for this intent",
  section_limit: "outranked by others",
  duplicate: "a repeat of another",
  writer_cap: "more than one writer may fill",
  below_threshold: "no longer a match",
  answer_alone: "an answer to something that is not shown",
  censored: "stopped by a censor",
};

export interface Difference {
  memory_id: string;
  section: string;
  why: string;
}

function tell(verb: string, differences: Difference[], noun: boolean): string[] {
  if (differences.length === 0) return [];
  const groups = new Map<string, number>();
  for (const { why } of differences) groups.set(why, (groups.get(why) ?? 0) + 1);
  const whys = [...groups].map(([why, n]) => `${inWords(n)} ${why}`).join(", ");
  const what = noun ? (differences.length === 1 ? " memory" : " memories") : "";
  return [`${inWords(differences.length)}${what} ${verb}: ${whys}`];
}

/**
 * "two memories left: one retracted, one below budget; one entered: one new since then". Of another's bundle it says
 * that it speaks only of what the caller may see.
 */
export function summarise(
  { left, entered, changed }: { left: Difference[]; entered: Difference[]; changed: Difference[] },
  { own }: { own: boolean },
): string {
  const seen = own ? "" : "of what you may see, ";
  const parts = [
    ...tell("left", left, true),
    ...tell("entered", entered, left.length === 0),
    ...tell("changed", changed, left.length + entered.length === 0),
  ];
  return seen + (parts.length === 0 ? "nothing entered, left or changed" : parts.join("; "));
}
