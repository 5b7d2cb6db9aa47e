export { type Period, periodOf, shownTimes, type Understood } from "./period.js";
export { type ToldTime, toldTimes } from "./told-times.js";
