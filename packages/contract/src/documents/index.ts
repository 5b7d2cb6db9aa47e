export { deleteArtifact, resolveArtifact } from "./change.js";
export { ingestArtifact } from "./ingest.js";
export { artifactRevisions, getArtifact, listArtifacts, searchArtifacts } from "./read.js";
export { documentChars } from "./shape.js";
