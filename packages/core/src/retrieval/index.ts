export { explain } from "./explain.js";
export { nearest } from "./nearest.sql.js";
export { type Ranked, untrustedShare } from "./rank.js";
export { type Found, prepareQuery, type Query, search } from "./search.js";
