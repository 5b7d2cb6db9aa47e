export { isDay } from "./calendar/is-day.js";
export { type Clock, clockOf } from "./clock.js";
export { type MentionedTime, mentionedTimes } from "./mentioned-times.js";
export { periodOf, shownTimes, type Understood } from "./period.js";
export { type AskedTime, type QueryTimes, queryTimes, understoodOf } from "./query-times.js";
export type { Nearby } from "./span.js";
export { type ToldTime, toldTimes } from "./told-times.js";
export { toLocal, zoneOf } from "./zone.js";
