/** The operations of this room, named as in the contract. Deleting is an edit, and stands with the edits. */
export { artifactDiff } from "./diff/diff-artifact.js";
export { getEntity } from "./entities/get-entity.js";
export { searchEntities } from "./entities/search-entities.js";
export { getExtractionJob, reextractEvents } from "./events/job-of-document.js";
export { getSemanticEvent, rejectedEvents, revisionEvents } from "./events/read-events.js";
export { searchSemanticEvents } from "./events/search/search-events.js";
export { ingestArtifact } from "./ingest/ingest-artifact.js";
export { getArtifact } from "./read/get-artifact.js";
export { hybridSearch } from "./read/hybrid-search.js";
export { artifactRevisions, listArtifacts } from "./read/list-artifacts.js";
export { searchArtifacts } from "./read/search-artifacts.js";
export { resolveArtifact } from "./resolve-artifact.js";
