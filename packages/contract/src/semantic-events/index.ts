export { getEntity, searchEntities } from "./entities.js";
export { getExtractionJob, reextractEvents, rejectedEvents, revisionEvents } from "./of-document.js";
export { getSemanticEvent, searchSemanticEvents } from "./search.js";
