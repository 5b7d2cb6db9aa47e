export { artifactTexts, joinArtifact, liveArtifacts } from "./artifact.sql.js";
export { chunkTimeline } from "./chunk-timeline.js";
export { recordEvent } from "./events/record-event.js";
export { recordEvents } from "./events/record-events.js";
export { getChunks } from "./get-chunks.js";
export { originOf } from "./origin.js";
export { saveSummary } from "./save-summary.js";
export { searchChunks } from "./search-chunks.js";
export { readTurns, type TurnRow } from "./turns.sql.js";
