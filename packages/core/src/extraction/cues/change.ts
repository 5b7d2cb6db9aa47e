import type { CategoryCues } from "./category-cues.js";

export const change: CategoryCues = {
  category: "Change",
  labels: ["changes?", "changed", "updates?", "modification", "pivot", "amendment \\d*", "moved"],
  headings: [
    "changes?",
    "what (?:has )?change[sd]",
    "what we have changed",
    "modifications?",
    "amendments?",
    "what this changes",
  ],
  strong: [
    "(?:{changed}|change|changes|changing|move|moves|moving|switch|switches|switching|shift|shifts|rise|rises|rose|risen|raise|raises|fall|falls|fell|drop|drops|go|goes|went(?: up| down)?|gone(?: up| down)?|grew|grow|increase|increases|reduce|reduces|lower|lowers|cut|cuts|cutting|extend|extends|shorten|shortens|rename|renames|up|down|decrease[sd]?) (?:[^.;:]{0,60}?)?(?:back )?from (?!now|then|him|her|them|me|us|the (?:start|beginning))[^.;]{1,60}? (?:back )?to ",
    "from (?:\\$|€|£)?[\\w.,%-]+(?: \\w+){0,2} (?:back )?to (?:\\$|€|£)?[\\w.,%-]+",
    "(?<!(?:concerns?|questions?|issues?|objections?|money|funds|doubts?) )(?:is|are|was|were|been|'s|be) (?:now )?(?:renamed|replaced (?:by|with)|postponed|rescheduled|pushed back|brought forward|moved to|changed to|switched to|shortened|extended|lowered|reduced|raised|increased|altered|swapped|removed|amended|relocated|delayed (?:to|until))",
    "{has} {adv}(?:changed|moved|switched|renamed|replaced|postponed|rescheduled|pushed (?:\\w+ ){0,4}back|brought forward|lowered|reduced|raised|increased|extended|shortened|altered|swapped|amended|revised|shifted)",
    "(?:i|we|he|she|they|team|board) {adv}(?:changed|renamed|postponed|rescheduled|swapped|lowered|reduced|raised|increased|extended|shortened|altered|amended|shifted|removed|modified)",
    "^(?:changed|renamed|postponed|rescheduled|swapped|lowered|reduced|raised|increased|extended|shortened|altered|shifted|replaced|switched|modified|moved)",
    "now [^.;]{1,60}? (?:instead of|rather than|not)",
    "(?:moves|moved|shifts|shifted|goes|changes) (?:back )?to (?:\\w+day|the|\\d|every|a)",
    "pivot(?:s|ed|ing)? (?:to|from|away)",
    "replaces? the|replaced the|supersedes?",
    "(?:pushed|put|moved) (?:the )?[^.,;]{1,40} back (?:by|to|until)",
    "(?:lowers|raises|reduces|increases|extends|shortens|removes|adds|changes|renames) the",
    "no longer (?:uses?|supports?|requires?|includes?|applies|offers?)",
  ],
  usual: [
    "{changed}",
    "(?:is|are|runs?|goes?|go|at|comes?) now|now (?:is|are|runs?|goes?|at|on|comes?|takes?|uses?|includes?|requires?|supports?|names?|reads?|collected)",
    "(?:as of|effective|starting|from|with effect from) (?:today|now|next|this|monday|january|february|march|april|may|june|july|august|september|october|november|december|the (?:second|first|\\d)|\\d)",
    "(?:rises|drops|falls|changes|shrinks) (?:from|to|by)",
    "instead of|rather than|in place of",
    "(?:was|were|been|is|are) (?:updated|expanded|cut|dropped|modified|restructured|redesigned|rewritten|split|added|introduced|withdrawn)",
  ],
  weak: [],
};
