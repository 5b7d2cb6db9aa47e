/** The operations of this room, named as in the contract. */
export { chunkTimeline } from "./chunk-timeline.js";
export { recordEvent } from "./events/record-event.js";
export { recordEvents } from "./events/record-events.js";
export { getChunks } from "./get-chunks.js";
export { saveSummary } from "./save-summary.js";
export { searchChunks } from "./search-chunks.js";
