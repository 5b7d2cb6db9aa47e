import type { EventCategory } from "../event.js";
import { commonWords } from "../people/common-words.js";
import { denialBefore, hasNegator, isDenied } from "./denials.js";

const askedFirst =
  /^(?:so |and |but |also |ok(?:ay)?,? |well,? )*(?:(?:did|do|does|can|could|should|shall|would|will|is|are|was|were|has|have|may|might) (?:we|you|i|they|he|she|it|anyone|anybody|someone|somebody|there|the|this|that|everyone|everybody|your|our)|who(?:'s)?|what(?:'s)?|when|where|why|how(?: come)?|which|whether)\b/i;
const wh = /^(?:what|when|where|why|who|how)\b/i;

/** "Who will deliver it", "Which team is late", "When did it fail": asked, or the subject of something else. */
const asksWho =
  /^\W*(?:who|whom|whose [\p{L}-]+|which (?!means\b|is\b|was\b|leaves\b|brings\b)[\p{L}-]+) (?:will|shall|has|have|is|are|was|were|did|does|do|can|could|should|would|\p{L}+ed)\b|^\W*(?:when|where|why) (?:will|shall|has|have|did|does|do|can|could|should|would|is|are)\b/iu;
/** "Will Ann deliver it", "Has the team shipped": the verb stands before whom it speaks of. */
const inverted =
  /^\W*(?:Will \p{Lu}\p{L}+ (?!will|shall|has|is|was|to|and|said|did)\p{Ll}+(?<!ed|s)(?![\p{L}])|(?:Has|Have|Did|Does|Is|Are|Was|Were|Shall) (?:I|we|you|they|he|she|it|anyone|anybody|someone|everyone)(?![\p{L}])|(?:Has|Did|Does|Is|Was|Were) (?:the|our|\p{Lu}\p{L}+) \p{L}+(?: \p{L}+)? )/u;

/** Whether a sentence asks. In chat a question often lacks its mark. */
export function isQuestion(sentence: string, spoken: boolean): boolean {
  const text = sentence.trim();
  if (/\?["'”’)\]*_\s]*$/.test(text)) return true;
  if (asksWho.test(text) || (inverted.test(text) && !/[.!:]$/.test(text))) return true;
  // "What bothers me is …" states something.
  if (!spoken || !askedFirst.test(text) || /[.!]$/.test(text)) return false;
  return !(wh.test(text) && /\b(?:is|are|was|were)\b/i.test(text.slice(6)) && text.length > 40);
}

const condition =
  /(?<!\b(?:as|even|see|ask(?:ed|s|ing)?|out|verify|know|knows|wonder(?:s|ed|ing)?|check(?:ed|s|ing)?|tell|sure|unclear|asking|decide|determine|say)\s)\bif\b(?! (?:anything|not sooner|so\b|only\b))|\bunless\b|\bin case\b(?! you wondered)|\bprovid(?:ed|ing) (?:that|the|we|you|they|he|she|it|i|all|everyone|no|nobody|nothing)\b|\bassuming\b|\bsupposing\b|\b(?:as|so) long as\b|\bon (?:the )?condition (?:that|of)\b|\bdepending (?:on|upon)\b|(?:^|,)\W*pending\b|\bin the event (?:of|that)\b|\bcontingent (?:on|upon)\b|\bsubject to\b|^\W*should (?:the|we|they|he|she|it|this|that|you|any|\p{Lu})/iu;
const untilDone = /^(?:once|when|whenever|as soon as)\b[^,]*,/i;

/** "If legal signs off, …", "unless it rains": what depends on something else has not happened. */
export const isCondition = (sentence: string): boolean =>
  condition.test(sentence) || providedName.test(sentence);

/** "provided Bob agrees", but not "Ann provided Bob with access". */
const providedName =
  /\bprovid(?:ed|ing) \p{Lu}[\p{L}'’-]*(?: (?:and )?\p{Lu}[\p{L}'’-]*)* (?:\p{Ll}+s|are|can|have|agree|approve|do)(?![\p{L}])/u;

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
const notMade =
  /^[^.;,]*\b(?:was|is|has|were|been) (?:not|never) (?:yet )?(?:been )?(?:made|taken|reached|final)\b/i;
/** "Acme's CTO told us …" names a role, and tells what its holder thinks. */
const speaks = /^\s+(?:told|said|says|thinks|thought|wants|finds|found|likes|\p{L}+ed)(?![\p{L}])/u;
/** "could deliver it by Monday" */
const onlyPossible = /\b(?:could|might|would)\b[^,;]*$/i;

const negation = denialBefore(3);
const negatedNear =
  /(?:\b(?:no|not|without|zero|free of|never)\b|n['’]t\b)(?:\s+[\p{L}\p{N}'’-]+){0,1}\s*$/iu;
const nothingAfter = /^\W*(?:(?:on|to|upon|with|us|me)\s+)?(?:nothing|no one|nobody|none)\b/iu;
const notAfter = /^\s*(?:not|never|neither|hardly|no longer|nowhere)\b/i;
const modal =
  /(?:\b(?:would|could|might|may|should|must|ought to|can|want(?:s|ed)? to|hop(?:e|es|ing) to|need(?:s|ed)? to|ha(?:ve|s|d) to|to be|will be|'ll be|going to be|about to|yet to|plan(?:s|ned|ning)? to|going to|like to|trying to|tr(?:y|ies) to|wish(?:es)? to|maybe|perhaps|possibly|instead of|before|after|propos(?:es|ed|al) to|whether|without|consider(?:s|ed|ing)?|suggest(?:s|ed|ing)?|if|to get|to have|for(?! (?:the|an?|our|my|his|her|their|its|your|this|that|all)\b)|asked to|how to)\b|(?:we|you|they|he|she|it|i)['’]d)(?:\s+[\p{L}\p{N}'’-]+){0,2}\s*$/iu;
const wouldNear =
  /(?:\b(?:would|could|might|may|should|must|can|will|shall|wants? to|need(?:s)? to|has to|have to)\b|['’](?:ll|d))(?:\s+(?!not\b)[\p{L}'’-]+){0,2}\s*$/iu;
const determined =
  /\b(?:the|a|an|our|their|its|my|his|her|your|this|that|these|those|of|new|recently|each|every)\s+$/i;

/** With a capital it is the language, but where a sentence begins with it. */
const rusts =
  /^ (?:on|in|around|under|spots?|stains?|damage|has|was|formed|appeared|is (?:eating|spreading|forming))\b/;

/** "The complaints have stopped." */
const isOver =
  /\b(?:has|have|had) (?:now |since )?(?:stopped|ceased|gone away|disappeared|been (?:resolved|fixed|closed))\b/i;
const present = /\b(?:is|are|be|being|gets?)\s+(?:\p{L}+ly\s+)?$/iu;

/** The month, which makes nothing only possible. */
const monthOfMay =
  /(?:\d(?:st|nd|rd|th)?|\b(?:in|of|by|since|from|until|till|mid|early|late|last|this|next))[ -]May\b|\bMay(?= \d)/g;

/** "when this was written": said only to tell when something else was so. */
const meanwhile = /\b(?:when|while|whenever|before|until)\s[^,]*$/i;

/** "Here is what I took away", "that's what we'll do": what it is stands elsewhere. */
const aboutWhat =
  /\b(?:that(?:['’]s| is)|here(?:['’]s| is)|this is|those are|here are) what\s(?:\p{L}+\s){0,2}$/iu;

/** What the writer asks for is no feedback on what the writer does. */
const ownWish = /\b(?:i|we) (?:\p{L}+ )?(?:requested|asked for|proposed|recommended)$/iu;

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

/** What is wrong and what was decided may be said by a denial; "it now costs 5, not 4" is a change. */
function deniesItself({ category, said }: { category: EventCategory; said: string }): boolean {
  if (category === "QualityRisk" || category === "Decision") return false;
  if (category === "Feedback" && /^not\b/i.test(said)) return false;
  if (category !== "Feedback" && category !== "Change") return hasNegator(said);
  return /\b(?:not|never)\b|n['’]t\b/i.test(said) && !/\bnow\b/i.test(said);
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
  const before = sentence.slice(clauseStart, cue.index).replace(monthOfMay, "");
  const after = sentence.slice(cue.index + cue.said.length);
  const near = cue.category === "QualityRisk" ? negatedNear : negation;
  if (isDenied(sentence, cue)) return true;
  if (near.test(before) || nothingAfter.test(after)) return true;
  if (cue.category === "QualityRisk" && cue.said === "Rust" && !(cue.index === 0 && rusts.test(after)))
    return true;
  if (notAfter.test(after) && cue.category !== "Decision") return true;
  if (deniesItself(cue)) return true;
  if ((cue.category === "Feedback" || cue.category === "Change") && /\byou\s*$/i.test(before)) return true;
  if (cue.category === "Change" && /^rather than$/i.test(cue.said) && before.trim() === "") return true;
  if (cue.category === "Commitment" && /^by\b/i.test(cue.said) && onlyPossible.test(before)) return true;
  if (cue.category === "Stakeholder" && /^['’]s\b/.test(cue.said) && speaks.test(after)) return true;
  if (cue.category === "Decision" && (notMade.test(after) || /\bto be\s+$/i.test(before))) return true;
  if ((cue.category === "Feedback" || cue.category === "QualityRisk") && isOver.test(after)) return true;
  if (cue.category === "Execution" && meanwhile.test(before)) return true;
  if (cue.category === "Feedback" && ownWish.test(`${before}${cue.said}`)) return true;
  if (aboutWhat.test(before)) return cue.category !== "QualityRisk" && cue.category !== "Feedback";
  if (cue.category === "Execution" && present.test(before) && !/\s/.test(cue.said.trim())) return true;
  if (cue.category === "Commitment" && isTaskForm(cue))
    return !namesWho(cue.said) || /\s\p{Lu}\S*$/u.test(cue.said);
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
