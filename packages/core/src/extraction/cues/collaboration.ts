import type { CategoryCues } from "./category-cues.js";

const talk =
  "(?:meeting|call|session|chat|discussion|workshop|conversation|sync|brainstorm(?:ing)?|planning day|review|teleconference|kick-?off|open evenings?|debrief|stand-?up|retrospective|hackathon|huddle|summit|roundtable|video call|phone call)s?";

export const collaboration: CategoryCues = {
  category: "Collaboration",
  labels: ["collaborations?", "meeting", "met with", "hand-?over", "hand-?off", "sync"],
  headings: ["collaborations?", "talks?", "meetings?", "hand-?overs?", "discussions? held"],
  strong: [
    "met (?:up )?(?:with|the|twice|weekly|again|on|in|yesterday|last|to discuss|for)",
    "(?:have|has|had|'ve) met",
    `(?:had|held|ran|hosted|organi[sz]ed|attended|joined|arranged|facilitated|led|did|having|hold|chaired) (?:a |an |the |our |two |three |several |another )?(?:\\w+ ){0,3}${talk}`,
    `(?:joint|shared) (?:\\w+ )?(?:${talk}|bid|effort|review|project|work)`,
    `${talk} (?:with|between|of all|took place|was held|held|brought)`,
    "synced|synched|synchroni[sz]ed with|sync(?:s)? (?:with|between)",
    "(?:worked|working|went|walked|sat|reviewed|looked|discussed|planned|drafted|interviewed|tested|designed|built|wrote|developed|solved|met|came|paired|teamed) (?:[^.;]{0,60}? )?together",
    "paired (?:with|on|up)|pair-?programmed",
    "sat (?:down )?(?:with|together)",
    "(?:discussed|talked|spoke|spoken|chatted|conferred|consulted|liaised|coordinated|co-?ordinated|collaborated|partnered|teamed up|brainstormed|aligned|met up|worked(?: closely)?|workshopped|went over|went through|walked through|huddled|caught up) (?:\\w+ ){0,6}?(?:with|between)",
    "(?:talked|spoke|spoken) (?:to|with|through|about|over)",
    "(?:worked out|hammered out) .{1,60} together",
    "collaborat(?:e|ed|es|ing|ion)",
    "hand(?:ed|s|ing) (?:\\w+ ){0,4}?over (?:to|the)",
    "hand(?:ed|s|ing) (?:[^.,;]{1,40}? )?off to",
    "hand-?off|handover (?:from|to|with|between)",
    "(?:brought|brings) together",
    "took part in|participated in|joined forces",
    "and (?:\\w+ ){1,4}(?:discussed|synced|met|talked|worked out|went (?:over|through)|aligned on|agreed to work)",
  ],
  usual: [
    "jointly",
    "discussed|discuss(?:es|ing) (?:it|the|how|our)",
    "workshops?",
    "brainstorm(?:ed|ing)?",
    "kick-?off",
    "consulted",
    "together with",
    "(?:was|were|been) (?:discussed|consulted|introduced to)",
    "went through|walked through|went over",
  ],
  weak: [],
};
