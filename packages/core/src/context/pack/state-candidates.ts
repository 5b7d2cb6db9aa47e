import { workingLimits } from "@palimpsest/contract";
import type { MemoryRow, Trust } from "../../substrate/index.js";
import { countTokens, cutText } from "../../text/index.js";
import { type Candidate, candidateOf, type Shown } from "./candidate.js";
import { cleanText } from "./clean-text.js";

interface Line {
  text: string;
  trust: Trust;
}

/** A line of working memory or of a plan. Each counts as a writer's of its own: lines that are alike are all shown. */
function lineCandidate({ text, trust }: Line, at: number, tokens?: number): Candidate {
  const shown = cleanText(text, trust);
  const counted = tokens ?? countTokens(shown) + 2;
  return {
    ...{ id: undefined, row: undefined, trust, writer: `line ${at}`, limited: [], text: shown, label: "" },
    ...{ said: undefined, answers: undefined, score: undefined, refs: [], sticky: false, pending: [] },
    tokens: counted,
    tokensAfter: counted,
    fenced: trust !== "trusted",
  };
}

const notKept: Line = { text: "(working memory or a plan, of which no past is kept)", trust: "own" };

/** The lines of a bundle; of one that is built again, a line that takes as much room as they did. */
export const lineCandidates = ({ lines, tokens = 0 }: { lines: Line[]; tokens?: number }): Candidate[] =>
  tokens > 0 ? [lineCandidate(notKept, 0, tokens)] : lines.map((line, at) => lineCandidate(line, at));

/** A memory that the reader holds in mind, by its summary. */
export function inMindCandidate(
  { row, summary, relevance }: { row: MemoryRow; summary?: string; relevance?: number },
  shown: Shown,
): Candidate {
  const text = summary ?? cutText(row.text, workingLimits.summaryChars);
  const label = relevance === undefined ? "[in mind] " : `[in mind, ${relevance}] `;
  // The stored count of tokens is that of the whole text.
  return { ...candidateOf({ ...row, text }, { ...shown, label, past: true }), whole: row.text };
}

/** The text by which a receipt remembers what was shown. */
export const keptText = ({ whole, text }: Candidate): string => whole ?? text;
