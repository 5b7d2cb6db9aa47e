import type { CategoryCues } from "./category-cues.js";

/** How a voice says what it thinks. */
const opinion =
  "(?:say|says|said|saying|tell (?:us|me|her|him)|told (?:us|me|her|him|them)|find|finds|found|feel|feels|felt|think|thinks|thought|like|likes|liked|love|loves|loved|hate|hates|hated|dislike|dislikes|disliked|enjoy(?:s|ed)?|prefer(?:s|red)?|want|wants|wanted|wish(?:es|ed)?|would (?:like|prefer|love)|ask(?:s|ed|ing)? for|keep asking|keeps asking|request(?:s|ed)?|suggest(?:s|ed)?|propose[sd]?|recommend(?:s|ed)?|consider(?:s|ed)?|describe[sd]?|rate[sd]?|report(?:s|ed)?|mention(?:s|ed)?|note[sd]? that|comment(?:s|ed)?|repl(?:y|ies|ied|ying)|respond(?:s|ed)|appreciate[sd]?|welcome[sd]?|thank(?:s|ed)?|object(?:s|ed)? to|struggle[sd]? (?:with|to)|(?:(?:is|are|was|were|'re|'s) (?:\\w+ )?(?:happy|unhappy|pleased|satisfied|dissatisfied|impressed|delighted|disappointed|critical|enthusiastic|frustrated|confused|annoyed|angry|upset|thrilled|grateful|positive|negative|sceptical|skeptical)))";

export const feedback: CategoryCues = {
  category: "Feedback",
  labels: [
    "feedback(?: from [\\w ]{1,40})?",
    "reviews?",
    "customer feedback",
    "user feedback",
    "critique",
    "comments?",
    "survey",
  ],
  headings: [
    "(?:user |customer |client |reviewer )?feedback",
    "reviews?",
    "consultation",
    "opinions?.*",
    "what (?:applicants|users|customers|people|they) (?:think|say|said)",
    "voices?",
    "comments?",
    "critique",
  ],
  strong: [
    `{voice} (?:\\w+ ){0,4}?${opinion}`,
    "complain(?:s|ed|ing|ts?)?",
    "prais(?:e|es|ed|ing)",
    "critici[sz](?:e|es|ed|ing|m)|critical of",
    "commend(?:s|ed)",
    "pushed back(?: on| against)",
    "feedback (?:from|was|is|on|has been|so far|:|we)",
    "(?:positive|negative|good|bad|mixed|harsh|great|received|got|gave|constructive|user|customer) (?:\\w+ )?feedback",
    "(?:(?:un)?happy|pleased|satisfied|dissatisfied|impressed|delighted|disappointed|frustrated|thrilled|unimpressed) (?:with|by|about)",
    "reviewers? (?:\\w+ ){0,2}(?:asks|asked|thinks|thought|liked|wants|wanted|noted|felt|finds|found)",
    "(?:express(?:es|ed)?|voiced?) (?:\\w+ ){0,2}(?:satisfaction|dissatisfaction|frustration|appreciation|disappointment|gratitude|enthusiasm|interest|approval)",
    "testimonial|net promoter|nps",
    "(?:sent|handed) back (?:the|a|his|her|their)",
    "(?:a |great )?many letters from",
    "tickets? about",
    "objected to",
    "(?:five|four|three|two|one)[- ]star",
  ],
  usual: [
    "(?:find|finds|found) (?:the|our|it|that|his|her|their|this|my) [^.,;]{2,60}? (?:confusing|unreadable|unusable|cumbersome|slow|excellent|difficult|hard|easy|useful|helpful|great|misleading|outdated|dull|boring|frustrating|intuitive|clear|unclear|too \\w+|very \\w+)",
    "(?:was|were|is|are) (?:very |really |quite |so |most |rather |largely |a bit |a little |deeply |genuinely )?(?:impressed|happy|unhappy|pleased|delighted|disappointed|satisfied|frustrated|enthusiastic|critical)",
    "(?:love|loves|loved|likes?|liked|enjoyed|hated|appreciated?|appreciates) (?:the|our|it|how|that|her|his|their|your)",
    "(?:suggested|recommended|recommends|suggests|requested|requests (?:that|a|an|the|more)|asked for|asks for|wish(?:ed)? for|would (?:also )?(?:like|prefer|rather))",
    "(?:thought|felt|feels|considers?|considered|finds) (?:that )?(?:the|it|her|his|our|their|this)",
    "says? (?:that )?(?:it|the|she|he|they|our|this|signup|that)",
    "(?:confusing|unusable|unreadable|cumbersome|user-?friendly|misleading|too salty|outdated)",
    "(?:said|says|thinks|thought) (?:that )?(?:the|it|this|our|her|his|their|your) [^.;]{0,60}?(?:looks?|is|was|are|were|feels?|felt|seems?) (?:\\w+ )?(?:great|good|bad|nice|excellent|solid|strong|weak|unclear|clear|confusing|slow|fast|easy|hard|difficult|helpful|useful|fine|too \\w+)",
    "wrote to thank|thanked (?:us|the|me|our)",
    "(?:rated|scored) (?:the|it|us|our|\\d)",
    "unhappy|dissatisfied|delighted|enthusiastic",
  ],
  weak: [],
};
