import { digitTime, type Language, wholeWords } from "./language.js";

const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const month = "january|february|april|june|july|august|september|october|november|december";
const span = "(?:second|minute|hour|day|night|week|weekend|fortnight|month|year|decade)s?";
const season = "spring|summer|autumn|fall|winter|morning|afternoon|evening|semester|term";
const number =
  "\\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|few|several|couple of|many|half an?";

export const english: Language = {
  framing:
    "ask asks asked asking tell tells told telling say says said saying mention mentions mentioned mentioning " +
    "describe describes described explain explains explained list lists listed summarise summarize summarised " +
    "summarized summary remember remembers remembered remind recall conversation conversations session sessions " +
    "discussion discuss discussed talk talked talking chat previous previously earlier kind kinds type types sort " +
    "thing things something anything detail details would could might many much name names please know known",
  asksWhen: wholeWords(
    "when (?:did|do|does|is|are|was|were|will|has|have|had|can|could|should|would|exactly)",
    "(?:what|which) (?:date|day|time|year|month|week|weekday|season)",
    "how (?:long|recently|old|soon|often)",
    "how many (?:minutes|hours|days|nights|weeks|months|years)",
    "since when|until when|by when",
  ),
  asksAgent: wholeWords(
    "(?:did|do|have|had|would|could|can|were|are) you",
    "you (?:\\p{L}+ )?(?:suggest|recommend|advise|propose|explain|mention|list|provide)(?:ed|d)?",
    "you (?:\\p{L}+ )?(?:said|told|gave|wrote|came up|helped)",
    "your (?:advice|suggestions?|answers?|repl(?:y|ies)|recommendations?|explanations?|responses?|list|ideas?)",
    "assistants?|the (?:agent|bot|chatbot|ai)",
    "summari[sz]e|summary|overview|recap|sum up",
  ),
  time: wholeWords(
    digitTime,
    "yesterday|today|tonight|tomorrow|nowadays|recently|lately|ago|weekends?",
    `(?:last|next|this|past|coming|previous|following) (?:few |couple of |two |three )?(?:${span}|${season}|${weekday}|${month})`,
    weekday,
    `${month}|(?:in|of|since|until|by|last|next|early|late|mid) (?:march|may)|(?:march|may) \\d+|\\d+(?:st|nd|rd|th)? (?:of )?(?:march|may)`,
    `(?:${number}) ${span}`,
    "\\d{1,2} ?(?:am|pm|a\\.m\\.|p\\.m\\.|o'clock)|noon|midnight",
    "\\d{1,2}(?:st|nd|rd|th)|since \\w+|christmas|easter|new year",
  ),
  standing: wholeWords(
    "always|never|from now on|in (?:the )?future|going forward|whenever",
    "i (?:would |'d )?(?:prefer|rather)|my preference|i'd rather|i do not want|i don't want|i want you to",
    "please remember|remember that|remember to|keep in mind|note that|do not forget|don't forget|make sure|don't ever",
    "call me|address me|my name is|i am allergic|i'm allergic",
  ),
};
