import type { EventCategory } from "../event.js";

/** "No later than Friday", "not only": these deny nothing. */
const exact =
  "no (?:later|sooner|earlier|less|fewer|more) than|no (?:doubt|matter|problem|question|time)|not (?:only|just|least)|whether or not|not to mention";
const negator = String.raw`(?:(?!(?:${exact})\b)\b(?:not|never|no|nobody|none|neither|nor|hardly|scarcely|cannot|nothing|without)\b|n['’]t\b)`;

/** A word that denies, anywhere. */
export const hasNegator = (words: string): boolean => anyNegator.test(words);
const anyNegator = new RegExp(negator, "iu");

/** At most so many words before the verb that it denies: "we have not yet formally agreed". */
export const denialBefore = (words: number): RegExp =>
  new RegExp(String.raw`${negator}(?:\s+(?!only\b)[\p{L}\p{N}'’-]+){0,${words}}\s*$`, "iu");

/** What somebody doubts, denies, does not know or has only heard. */
const unbelieved = new RegExp(
  String.raw`(?:${[
    String.raw`(?<!\b(?:no|without|beyond|not)\s|n['’]t\s)\bdoubt(?:s|ed|ful)?`,
    String.raw`\b(?:den(?:y|ies|ied)|rumou?r(?:ed|s)?|alleged(?:ly)?|supposedly|pretend(?:s|ed)?)`,
    String.raw`\b(?:is|are|was|were|seems?|it['’]s|that['’]s)\s+(?:\p{L}+\s+)?(?:false|untrue|wrong|unlikely|doubtful|a\s+(?:lie|myth))\s+that`,
    String.raw`(?:\bnot|n['’]t)\s+(?:\p{L}+\s+)?(?:true|the\s+case|likely|believe|think|expect|suppose|assume|imagine|mean|imply|say|said|claim)`,
    String.raw`\bno\s+(?:way|chance|evidence|proof|sign|guarantee|reason\s+to\s+(?:think|believe))`,
    String.raw`\b(?:at|in|under|on)\s+no\s+(?!time\b)\p{L}+`,
  ].join("|")})(?![\p{L}])[^,;]*$`,
  "iu",
);

/** "It is unclear who decided", "whether Ann will come is open". Why and how it happened is asked only of what did. */
const asked =
  /\b(?:un(?:clear|known|certain|sure|decided|resolved)|open|(?:(?:not|nobody|no one|none of \p{L}+|who|hardly anyone)|n['’]t)(?: \p{L}+)? (?:knows?|known|clear|sure|certain|say|tell|remembers?|recalls?|decided?|settled)|ask(?:s|ed|ing)?|wonder(?:s|ed|ing)?|the question is|find out|figure out|determine|check(?:s|ed)?|see|know) (?:\p{L}+ )?(?:who|whom|whose|what|when|where|which|if)(?![\p{L}])[^,;]*$|\bwhether\b(?! or not)[^,;]*$/iu;

/** Nobody is left who acts: "Not a single supplier has agreed", "Neither Ann nor Bob will come". */
const noSubject =
  /^\W*(?:(?:so|and|but|yet|still|sadly|unfortunately|however),?\s+)?(?:neither|nobody|no one|none|nothing|not (?:a|an|one|any|all|every|everyone|everybody|many)|hardly any(?:one|body)?|scarcely any(?:one|body)?|few|no (?!later\b|sooner\b|earlier\b|less\b|fewer\b|more than\b|doubt\b|matter\b|problem\b|longer\b)[\p{L}-]+)(?![\p{L}])/iu;

/** "hasn't, despite all reminders, agreed": the denial stands before what is put in. */
const deniedAcross = new RegExp(String.raw`${negator},[^,;]*,\s*$`, "iu");

/** What somebody does not want or manage to do. */
const refused =
  /(?<![\p{L}])(?:(?:declin|refus|hesitat|neglect)\p{L}* to|avoid\p{L}*|(?:un(?:able|willing|likely|prepared)|reluctant|forg[eo]t(?:s|ten)?|fail(?:s|ed|ing)?|yet) to|too \p{L}+ to|(?:stop|fall|fell)\p{L}* short of|rul(?:es|ed|ing) out)(?![\p{L}])[^,;]*$/iu;
/** What somebody no longer stands by: "withdrew her promise". */
const takenBack =
  /(?<![\p{L}])(?:(?:withdr|retract|revok|cancel|abandon|reject|regret)\p{L}*|br(?:eaks?|oken?)|(?:takes?|took|taken|go|goes|went|gone|back(?:s|ed)?|pull(?:s|ed)?) (?:back|out)(?: (?:of|on|from))?) (?:the|an?|her|his|their|its|our|my) (?:\p{L}+ )?$/iu;

/** The word of a cue that promises; what stands before it may take it back. */
const promise =
  /(?<![\p{L}])(?:will|shall|going|promis|commit|agree|pledg|plan|intend|aim|undert|guarantee|vow)|['’]ll|['’]m|['’]re/iu;

/** What happened or was so by a day: no promise. */
const past =
  /\b(?:was|were|did|had|been|ha(?:s|ve)(?! to\b))\b|['’]ve\b|(?<![\p{L}])(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|(?:[Tt]he|[Oo]ur) \p{L}+|\p{Lu}\p{Ll}+) (?:(?!(?:need|feed|proceed|exceed|succeed)\b)\p{L}+ed|got|left|came|went|saw|had|lost|won|took|made|sent|paid|met|gave|ran|fell|became|held|kept|knew)(?![\p{L}])/u;

/** The words of the clause that come before a place: from the last stop, or "but", or "and" with a subject of its own. */
function clauseBefore(sentence: string, at: number): string {
  let start = 0;
  for (const match of sentence.slice(0, at).matchAll(joint)) {
    const next = match.index + match[0].length;
    if (!/^\s*and/.test(match[0]) || ownSubject.test(sentence.slice(next))) start = next;
  }
  return sentence.slice(start, at).replace(aside, " ");
}
/** "Ann, who has no car, will …" */
const aside = /,\s(?:who|whose|which|where)\s[^,]*,\s/g;
const joint = /[;:–—]\s|,?\s+(?:but|and)\s+/g;
const ownSubject =
  /^(?:I|we|he|she|they|you|it|there|the|our|my|his|her|their|this|that|\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)?\s+(?:will|shall|has|have|is|was|\p{L}+ed))(?![\p{L}])/u;

/** Whether the clause that a cue stands in denies it, doubts it or only asks about it. */
export function isDenied(
  sentence: string,
  { category, index, said }: { category: EventCategory; index: number; said: string },
): boolean {
  const before = clauseBefore(sentence, index);
  if (unbelieved.test(before) || asked.test(before)) return true;
  // "No one likes it" is feedback, "nobody can log in" a risk.
  if (category === "QualityRisk" || category === "Feedback") return false;
  if (deniedAcross.test(before)) return true;
  const lastPart = before.slice(before.lastIndexOf(", ") + 1);
  if (noSubject.test(lastPart) || (before.trim() === "" && noSubject.test(said))) return true;
  if (category !== "Commitment") return false;
  const lead = lastPart + said.slice(0, Math.max(0, said.search(promise)));
  if (refused.test(lead) || takenBack.test(lead)) return true;
  return /^by\b/i.test(said) && (anyNegator.test(before) || past.test(before));
}
