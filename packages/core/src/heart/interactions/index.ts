export { historyAppend, historyGet } from "./history.js";
export { logInteraction } from "./log-interaction.js";
export { getRecentHistory, searchInteractions } from "./read-interactions.js";
