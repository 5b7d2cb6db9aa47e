export { isFraming, type QueryCues, queryCues } from "./query-cues.js";
export { type SpokenCues, spokenCues } from "./spoken-cues.js";
