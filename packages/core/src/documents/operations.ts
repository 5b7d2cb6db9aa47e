/** The operations of this room, named as in the contract. Deleting is an edit, and stands with the edits. */
export { ingestArtifact } from "./ingest/ingest-artifact.js";
export { getArtifact } from "./read/get-artifact.js";
export { artifactRevisions, listArtifacts } from "./read/list-artifacts.js";
export { searchArtifacts } from "./read/search-artifacts.js";
export { resolveArtifact } from "./resolve-artifact.js";
