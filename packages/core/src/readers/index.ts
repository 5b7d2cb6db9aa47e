export { nameLine, type ReadDocument, type ReadResult, type SkippedPart } from "./document.js";
export { readableEndings, readFile } from "./read-file.js";
