export { chunkTimeline, getChunks, searchChunks } from "./chunks.js";
export { recordEvent, saveSummary } from "./record.js";
export { batchedEvent, recordEvents } from "./record-events.js";
