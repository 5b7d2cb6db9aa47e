export { chunkTimeline, getChunks, searchChunks } from "./chunks.js";
export { eventChars, recordEvent, saveSummary } from "./record.js";
export { atomicMemories, batchedEvent, recordEvents } from "./record-events.js";
