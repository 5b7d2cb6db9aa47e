import { isCondition } from "../cues/guards.js";
import type { EventCategory } from "../event.js";
import { saysNothing } from "../layout/labels.js";

const asks =
  /^\W*(?:(?:should|shall|could|would|can|do|does|did|will|is|are|was|were|has|have|may|might) (?:we|you|i|they|he|she|it|anyone|somebody|someone|there|the|this|that)\b|(?:who|whether)\b)/i;
const isOpen =
  /^\W*not (?:yet )?(?:been )?(?:made|taken|decided|agreed|reached|settled|final)\b|^\W*(?:deferred|tabled|pending|undecided|open)\s*(?:$|[.,;:(–—-]|(?:until|till)\b)|\bno (?:decision|choice|agreement|conclusion|consensus)(?:\s+(?:was|has|is|yet|reached|made|on|about)\b|\W*$)|\b(?:not|n['’]t)\s+(?:yet\s+)?(?:been\s+)?(?:decided?|final)\b|^\W*(?:(?:we|i|they|he|she|the\s+\S+)\s+)?(?:might|maybe|perhaps)\b/i;
/** A rule may say "if"; what waits for a yes is not decided. */
const waitsForYes =
  /(?:^\W*|,\s*)(?:if|assuming|in case|as long as)\b|\b(?:unless|provided that|subject to|contingent (?:on|upon))\b|\bif\b.*\b(?:agrees?|approves?|signs?|confirms?|allows?|permits?|pass(?:es)?)\b/i;
/** A denial of the statement itself: "Bob will not do it", but not "find out why it did not start". */
const denies =
  /^\W*(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Tt]he\s+\S+|\p{Lu}\S*(?:\s+\p{Lu}\S*)?)\s+(?:(?:will|shall|did|does|do|has|have|had|could|would)(?:\s+(?:not|never)\b|n['’]t\b)|won['’]t\b|cannot\b|can['’]t\b|(?:[Dd]eclin|[Rr]efus)(?:es?|ed)\s+to\b|no\s+longer\b)|^\W*(?:[Nn]either|[Nn]obody|[Nn]o\s+one|[Nn]one\s+of)\b/u;
const noReply = /^\W*no (?:complaints?|feedback|comments?|responses?|replies|reactions?|objections?)\b/i;
const isSolved =
  /^\W*(?:(?:it|this|was|is|has|been|now|already)\s+)*(?:resolved|fixed|closed|solved|mitigated|gone)\b(?:\s+(?:on|by|in|last|yesterday|today|since|now)\b.*)?\W*$/i;

/** Whether a statement takes back what its label says of it: it asks, supposes, denies, or leaves it open. */
export function takesBack(label: EventCategory, statement: string): boolean {
  if (saysNothing(statement) || asks.test(statement)) return true;
  if (label === "QualityRisk") return isSolved.test(statement);
  if (label === "Feedback") return noReply.test(statement);
  if (label === "Decision") return isOpen.test(statement) || waitsForYes.test(statement);
  return isCondition(statement) || denies.test(statement);
}
