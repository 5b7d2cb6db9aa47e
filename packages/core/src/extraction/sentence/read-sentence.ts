import { type Cue, findCues, weights } from "../cues/find-cues.js";
import { isCondition, isHedged, isQuestion, waits } from "../cues/guards.js";
import type { EventCategory } from "../event.js";
import type { Block } from "../layout/blocks.js";
import { saysNothing } from "../layout/labels.js";
import { type Clause, choose } from "./clauses.js";
import { takesBack } from "./take-back.js";

/** What a sentence tells of. */
export interface Finding {
  category: EventCategory;
  /** How clearly it says so, from 0 to 1. */
  weight: number;
  /** Where its verb stands in the sentence. */
  at: number;
  clause: Clause;
}

/** Under a heading of decisions "no plastic hangers" is one. */
const undecided =
  /^\W*(?:no (?:decision|agreement|conclusion|consensus)|nothing (?:was |has been )?(?:decided|agreed))\b|\bnot (?:yet )?(?:decided|agreed)\b/i;
const unchanged = /\b(?:remains?|stays?|unchanged|as (?:it is|they are|before))\b/i;
const denied =
  /^\W*(?:there (?:is|are|was|were) )?(?:no|none|nobody|nothing|not)\b|\bnot (?:yet )?(?:started|done|decided|begun)\b/i;
/** Under these headings stand events of other kinds as well, where a clear cue says so. */
const looseHeadings: ReadonlySet<EventCategory> = new Set([
  "Execution",
  "Collaboration",
  "Stakeholder",
  "Feedback",
]);
const mends = /\b(?:fixed|resolved|repaired|patched|mitigated|restored|refunded|cleared|closed|replaced)\b/i;
const deadline =
  /\b(?:by|before|until|due|no later than)\s+(?:(?:the|this|next|coming|end|close|mid|early|late)\b|\d|\p{Lu}|tomorrow|tonight|noon)/iu;
const together =
  /(?:^|[\s,])(?:we(?:['’](?:re|ve))?|(?:the|all|both) \p{L}+s|the (?:\p{L}+ ){0,2}(?:board|committee|team|group|panel|council|guild|union|parties)|it was|was|were|all|everyone|both|board|committee|team|group|also)\s+(?:have |has |had |been |was |were |all |also |both )*$/iu;

const tooShort = /^\W*(?:\S+\s+){0,1}\S*\W*$/;

/** What one sentence of a block tells of: nothing, if it asks, denies or supposes. */
export function readSentence(sentence: string, block: Block, isFirst: boolean, spoken: boolean): Finding[] {
  const whole = { start: 0, end: sentence.length };
  if (isQuestion(sentence, spoken)) return [];
  const given = (category: EventCategory, weight: number): Finding[] => [
    { category, weight, at: 0, clause: whole },
  ];
  if (block.label !== undefined && isFirst) {
    return takesBack(block.label, sentence) ? [] : given(block.label, weights.label);
  }
  const cues = findCues(sentence);
  const clear = best(sentence, cues, undefined);
  if (block.isItem || isFirst) {
    if (block.isDone) return given("Execution", weights.heading);
    const { heading } = block;
    if (block.isItem && heading !== undefined && !deniesUnder(heading, sentence)) {
      const isOther = looseHeadings.has(heading) && clear !== undefined && clear.weight >= weights.strong;
      return given(isOther ? clear.category : heading, weights.heading);
    }
    if (block.isOpen) return given("Commitment", weights.heading);
  }
  if (tooShort.test(sentence) || /^\W*(?:many )?(?:thanks|thank you)\b/i.test(sentence)) return [];
  if (waits(sentence)) return [];
  const supposes = isCondition(sentence);
  const hedged = isHedged(sentence);
  const possible = cues.filter(({ category, weight }) => {
    if (supposes)
      return category === "QualityRisk" && weight >= weights.strong && !/^\W*(?:if|unless)\b/i.test(sentence);
    return !hedged || category === "QualityRisk" || category === "Feedback";
  });
  return choose(sentence, possible, (of) => best(sentence, of, block.heading)).map(({ cue, clause }) => ({
    category: cue.category,
    weight: cue.weight,
    at: cue.index,
    clause,
  }));
}

function deniesUnder(heading: EventCategory, sentence: string): boolean {
  if (saysNothing(sentence)) return true;
  if (heading === "Decision") return undecided.test(sentence);
  return denied.test(sentence) || (heading === "Change" && unchanged.test(sentence));
}

/** The cue that says most clearly what a sentence tells. Of equal ones, that of the category which is listed first. */
function best(sentence: string, cues: Cue[], heading: EventCategory | undefined): Cue | undefined {
  const isDue = deadline.test(sentence);
  let chosen: Cue | undefined;
  for (const cue of cues) {
    const weight = weigh(sentence, cue, heading, isDue);
    if (weight >= weights.usual && weight > (chosen?.weight ?? 0)) chosen = { ...cue, weight };
  }
  return chosen;
}

function weigh(sentence: string, cue: Cue, heading: EventCategory | undefined, isDue: boolean): number {
  const { category, said, index } = cue;
  let { weight } = cue;
  if (category === heading) weight += 0.1;
  if (category === "QualityRisk" && mends.test(sentence.slice(0, index + 12))) weight -= 0.2;
  if (category === "Commitment" && isDue) weight += weight < weights.usual ? 0.21 : 0.03;
  // "Beth agreed to prepare" promises, "we agreed to use" decides.
  if (
    category === "Decision" &&
    /agreed$/i.test(said) &&
    /^ to\b/.test(sentence.slice(index + said.length))
  ) {
    const isGroup = together.test(sentence.slice(0, index + said.search(/agreed$/i)));
    if (!isGroup || isDue) weight -= 0.2;
  }
  if (category === "Decision" && isDue && /(?:will|['’]ll|shall)/i.test(said)) weight -= 0.2;
  return weight;
}
