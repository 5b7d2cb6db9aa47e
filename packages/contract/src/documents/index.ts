export { deleteArtifact, resolveArtifact } from "./change.js";
export { artifactDiff } from "./diff.js";
export { hybridSearch } from "./hybrid-search.js";
export { ingestArtifact } from "./ingest.js";
export { artifactRevisions, getArtifact, listArtifacts, searchArtifacts } from "./read.js";
export { anyArtifact, artifactUid, documentChars, documentDate, revisionId } from "./shape.js";
