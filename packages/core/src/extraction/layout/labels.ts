import { categoryCues } from "../cues/all.js";
import type { EventCategory } from "../event.js";

/** Words that begin lines which describe the document, not what happened. */
const described =
  /^(?:\*\*)?(?:status|author|date|title|subject|from|to|cc|present|attendees|participants|apologies|absent|location|place|time|agenda|next meeting|version|tags|re|fw|fwd|background|purpose|note|nb|ps|p\.s|mood|travel|link|links|see also|not (?:yet )?(?:decided|agreed|settled|clear|known)|undecided|unclear|unresolved|parked)(?:\*\*)?\s*:/i;
/** Under these headings stand ideas and questions. */
const openHeading =
  /^(?:open (?:questions?|points?|issues?)|questions?|ideas?|options?|alternatives?|agenda|background|references?|appendix|out of scope|parking lot|ideas, not plans|attendees|present|participants|further reading|glossary)\b/i;

const labelled = categoryCues.map(({ category, labels, headings }) => ({
  category,
  label: new RegExp(
    String.raw`^(?:\*\*|__|\[)?(?:${labels.join("|")})(?:\s*(?:no\.?\s*)?#?\d{1,4})?(?:\s*\(([^)\n]{1,40})\))?(?:\s*(?::|[-–—]\s)\s*(?:\*\*|__)?|(?:\*\*|__|\])\s*[:–—-]?\s*)`,
    "i",
  ),
  heading: new RegExp(
    String.raw`^(?:(?:key|main|new|other|our|all|open|agreed|current|known|the|recent|further|upcoming|immediate|top)\s+)*(?:${headings.join("|")})(?:\s+(?:so far|taken|made|list|log|(?:and|&|for|from|of|this)(?:\s+\S+){1,4})(?:\s+\S+){0,2})?$`,
    "i",
  ),
}));

export interface Label {
  category: EventCategory;
  length: number;
  /** Whom the label names, as in "Action (Hugo): ". */
  who?: string;
  /** The label itself says that nothing is settled: "Decision (draft): ". */
  isOpen?: boolean;
}

const unsettled =
  /\b(?:not|draft|tentative|proposed|proposal|pending|provisional|unconfirmed|tbc|tbd|open|rejected)\b/i;

/** "Decision: ", "ACTION (Hugo): ", "Risk 2 - ": a label that names a category. */
export function labelOf(line: string): Label | undefined {
  for (const { category, label } of labelled) {
    const match = label.exec(line);
    if (match === null) continue;
    const [whole, inBrackets] = match;
    if (inBrackets !== undefined && unsettled.test(inBrackets))
      return { category, length: whole.length, isOpen: true };
    return { category, length: whole.length, who: inBrackets };
  }
  return undefined;
}

/** Whether a line begins with what it is and not with who says it: "Decision: ", "Date: ". */
export const isLabelled = (line: string): boolean => labelOf(line) !== undefined || describesDocument(line);

/** The category that a heading names: "open" for one of ideas and questions, undefined for any other. */
export function headingCategory(heading: string): EventCategory | "open" | undefined {
  const words = heading
    .replace(/[*_#:]+/g, " ")
    .replace(/^\s*[\d.]+[.)]?\s+/, "")
    .trim();
  if (openHeading.test(words)) return "open";
  return labelled.find(({ heading: known }) => known.test(words))?.category;
}

export const describesDocument = (line: string): boolean => described.test(line);

/** "None", "n/a", "TBD": a label with nothing behind it. */
export const saysNothing = (content: string): boolean =>
  /^\W*(?:none|nothing|nil|n\/?a|tbd|tba|to be (?:decided|determined|confirmed|settled)|unknown|pending|not yet|no(?:ne)?\s(?:\w+\s)?(?:decisions?|blockers?|issues?|risks?|changes?|actions?|feedback|concerns?|problems?)|-)\b[^\n]{0,30}$/i.test(
    content,
  );
