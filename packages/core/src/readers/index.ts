export type { ReadDocument, ReadResult, SkippedPart } from "./document.js";
export { readableEndings, readFile } from "./read-file.js";
