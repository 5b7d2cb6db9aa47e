export { nameLine, type ReadDocument, type ReadResult, type SkippedPart } from "./document.js";
export { readableEndings } from "./read-file.js";
export { readInThread as readFile } from "./thread/read-in-thread.js";
