export { logInteraction } from "./log-interaction.js";
export { getRecentHistory, searchInteractions } from "./read-interactions.js";
