export { capped, capWriters, ofEach, tellHeld } from "./cap-writers.js";
export { explain } from "./explain.js";
export { find } from "./find.js";
export { prepareQuery, type Query } from "./query.js";
export type { Ranked } from "./rank.js";
export { rankingLengths } from "./score/index.js";
export { type Found, search, searchCombined, searchWeighed } from "./search.js";
export { type FoundOfKind, type Shown, searchEach } from "./search-each.js";
export type { Weighed } from "./weigh.js";
