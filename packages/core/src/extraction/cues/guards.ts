import type { EventCategory } from "../event.js";
import { commonWords } from "../people/common-words.js";

const askedFirst =
  /^(?:so |and |but |also |ok(?:ay)?,? |well,? )*(?:(?:did|do|does|can|could|should|shall|would|will|is|are|was|were|has|have|may|might) (?:we|you|i|they|he|she|it|anyone|anybody|someone|somebody|there|the|this|that|everyone|everybody|your|our)|who(?:'s)?|what(?:'s)?|when|where|why|how(?: come)?|which|whether)\b/i;
const wh = /^(?:what|when|where|why|who|how)\b/i;

/** Whether a sentence asks. In chat a question often lacks its mark. */
export function isQuestion(sentence: string, spoken: boolean): boolean {
  const text = sentence.trim();
  if (/\?["'”’)\]*_\s]*$/.test(text)) return true;
  // "What bothers me is …" states something.
  if (!spoken || !askedFirst.test(text) || /[.!]$/.test(text)) return false;
  return !(wh.test(text) && /\b(?:is|are|was|were)\b/i.test(text.slice(6)) && text.length > 40);
}

const condition =
  /(?<!\b(?:as|even|see|ask(?:ed|s|ing)?|out|verify|know|knows|wonder(?:s|ed|ing)?|check(?:ed|s|ing)?|tell|sure|unclear|asking|decide|determine|say)\s)\bif\b(?! (?:anything|not sooner|so\b|only\b))|\bunless\b|\bin case\b(?! you wondered)|\bprovided (?:that|the|we)\b|\bassuming\b|\bas long as\b|\bin the event (?:of|that)\b|\bcontingent (?:on|upon)\b|\bsubject to\b|^\W*should (?:the|we|they|he|she|it|this|that|you|any|\p{Lu})/iu;
const untilDone = /^(?:once|when|whenever|as soon as)\b[^,]*,/i;

/** "If legal signs off, …", "unless it rains": what depends on something else has not happened. */
export const isCondition = (sentence: string): boolean => condition.test(sentence);

/** "Once QA signs off, …": what waits for something has not happened, and nobody has promised it without condition. */
export function waits(sentence: string): boolean {
  const clause = untilDone.exec(sentence.trim())?.[0];
  return clause !== undefined && !(/^when\b/i.test(clause) && recalled.test(clause));
}

/** "When we met, …" */
const recalled = /\b(?:was|were|had|did|met|came|went|saw|got|left|told|said|\p{L}+ed)\b/iu;

/** "Perhaps Heidi will …", "Please decide by Friday": nothing is settled yet. */
export const isHedged = (sentence: string): boolean =>
  /^\W*(?:perhaps|maybe|possibly|please(?! (?:note|be aware|be advised|remember|see|find)))\b/i.test(
    sentence,
  );
/** What somebody doubts, denies or has only heard. */
const unbelieved =
  /\b(?:(?<!\b(?:no|without|beyond|not) |n['’]t )doubt(?:s|ed|ful)?|den(?:y|ies|ied)|rumou?r(?:ed|s)?|alleged(?:ly)?|supposedly|pretend(?:s|ed)?)\b[^,;]*$/i;
const notMade =
  /^[^.;,]*\b(?:was|is|has|were|been) (?:not|never) (?:yet )?(?:been )?(?:made|taken|reached|final)\b/i;
/** "Acme's CTO told us …" names a role, and tells what its holder thinks. */
const speaks = /^\s+(?:told|said|says|thinks|thought|wants|finds|found|likes|\p{L}+ed)(?![\p{L}])/u;
/** "could deliver it by Monday" */
const onlyPossible = /\b(?:could|might|would)\b[^,;]*$/i;

const negation =
  /(?:\b(?:not|never|no|nobody|no one|none|neither|nor|without|hardly|cannot|nothing)\b|n['’]t\b)(?:\s+(?!only\b)[\p{L}\p{N}'’-]+){0,3}\s*$/iu;
const negatedNear =
  /(?:\b(?:no|not|without|zero|free of|never)\b|n['’]t\b)(?:\s+[\p{L}\p{N}'’-]+){0,1}\s*$/iu;
const askedWhether =
  /\b(?:ask(?:s|ed)?|wonder(?:s|ed)?|unclear|unsure|know|check(?:s|ed)?|see) (?:if|whether)\b[^,;]*$/i;
const nothingAfter = /^\W*(?:(?:on|to|upon|with|us|me)\s+)?(?:nothing|no one|nobody|none)\b/iu;
const notAfter = /^\s*(?:not|never)\b/i;
const modal =
  /(?:\b(?:would|could|might|may|should|must|ought to|can|want(?:s|ed)? to|hop(?:e|es|ing) to|need(?:s|ed)? to|ha(?:ve|s|d) to|to be|will be|'ll be|going to be|about to|yet to|plan(?:s|ned|ning)? to|going to|like to|trying to|tr(?:y|ies) to|wish(?:es)? to|maybe|perhaps|possibly|instead of|before|after|propos(?:es|ed|al) to|whether|without|consider(?:s|ed|ing)?|suggest(?:s|ed|ing)?|if|to get|to have|for|asked to|how to)\b|(?:we|you|they|he|she|it|i)['’]d)(?:\s+[\p{L}\p{N}'’-]+){0,2}\s*$/iu;
const wouldNear =
  /(?:\b(?:would|could|might|may|should|must|can|will|shall|wants? to|need(?:s)? to|has to|have to)\b|['’](?:ll|d))(?:\s+(?!not\b)[\p{L}'’-]+){0,2}\s*$/iu;
const determined =
  /\b(?:the|a|an|our|their|its|my|his|her|your|this|that|these|those|of|new|recently|each|every)\s+$/i;

/** "The complaints have stopped." */
const isOver =
  /\b(?:has|have|had) (?:now |since )?(?:stopped|ceased|gone away|disappeared|been (?:resolved|fixed|closed))\b/i;
const present = /\b(?:is|are|be|being|gets?)\s+(?:\p{L}+ly\s+)?$/iu;

/** What a cue's category bears: a risk may lie ahead, a promise always does. */
const mayBePossible: ReadonlySet<EventCategory> = new Set(["QualityRisk", "Feedback", "Commitment"]);
/** Past tense forms that are adjectives after an article. */
const verbal: ReadonlySet<EventCategory> = new Set(["Execution", "Change"]);

/** "Dana to brief the sales team": names before "to" and no verb. */
const isTaskForm = ({ index, said }: { index: number; said: string }) =>
  index === 0 &&
  /^[^\s]+(?: [^\s]+){0,4} to \p{L}+$/iu.test(said) &&
  !/\b(?:will|shall|going|commit\w*|promise\w*|agreed|plan\w*)\b|['’]ll/i.test(said);

function namesWho(said: string): boolean {
  const words = said.slice(0, said.lastIndexOf(" to ")).split(/\s+/);
  const isName = (word: string) =>
    word.startsWith("@") ||
    (/^\p{Lu}/u.test(word) && !commonWords.has(word.replace(/[^\p{L}]/gu, "").toLowerCase()));
  return (
    words.every((word) => isName(word) || /^(?:and|&|team|the|van|de|von)$/i.test(word)) && words.some(isName)
  );
}

/** Whether the words around a cue take it back: denied, only possible, or no verb at all. */
export function isGuarded(
  sentence: string,
  cue: { category: EventCategory; index: number; said: string },
): boolean {
  const clauseStart = Math.max(
    0,
    ...[...sentence.slice(0, cue.index).matchAll(/[,;:–—]\s|\s(?:and|but)\s/g)].map(
      ({ index, 0: said }) => index + said.length,
    ),
  );
  const before = sentence.slice(clauseStart, cue.index);
  const after = sentence.slice(cue.index + cue.said.length);
  const near = cue.category === "QualityRisk" ? negatedNear : negation;
  if (unbelieved.test(before)) return true;
  if (near.test(before) || nothingAfter.test(after) || askedWhether.test(before)) return true;
  if (notAfter.test(after) && cue.category !== "Decision") return true;
  if (
    /\b(?:not|never)\b|n['’]t\b/i.test(cue.said) &&
    cue.category !== "QualityRisk" &&
    cue.category !== "Decision"
  ) {
    return !/\bnow\b/i.test(cue.said);
  }
  if ((cue.category === "Feedback" || cue.category === "Change") && /\byou\s*$/i.test(before)) return true;
  if (cue.category === "Change" && /^rather than$/i.test(cue.said) && before.trim() === "") return true;
  if (cue.category === "Commitment" && /^by\b/i.test(cue.said) && onlyPossible.test(before)) return true;
  if (cue.category === "Stakeholder" && /^['’]s\b/.test(cue.said) && speaks.test(after)) return true;
  if (cue.category === "Decision" && (notMade.test(after) || /\bto be\s+$/i.test(before))) return true;
  if ((cue.category === "Feedback" || cue.category === "QualityRisk") && isOver.test(after)) return true;
  if (cue.category === "Execution" && present.test(before) && !/\s/.test(cue.said.trim())) return true;
  if (cue.category === "Commitment" && isTaskForm(cue)) return !namesWho(cue.said);
  if (verbal.has(cue.category) && determined.test(before) && !/\s/.test(cue.said.trim())) return true;
  if (mayBePossible.has(cue.category)) return false;
  if (cue.category === "Stakeholder" || cue.category === "Decision") {
    return (
      /\b(?:would|could|might|may|should|whether)\b[^,;]*$/i.test(before) ||
      (wouldNear.test(before) && !/\bwill\b[^,;]*$/i.test(before))
    );
  }
  return modal.test(before) || wouldNear.test(before);
}
