export { confirmFact, deactivateFact } from "./change-fact.js";
export { contradictFact, supersedeFact } from "./follow-fact.js";
export { getCurrentFact, getFact, searchFacts } from "./get-fact.js";
export { confirm, insertFact } from "./learn.js";
export { learnFact, learnPrepared } from "./learn-fact.js";
export { confidenceOf, standingsOf } from "./read-fact.js";
