export { type ArtifactHead, findHead, headIdOfUid, type Parts, partsOf } from "./head.sql.js";
export * as documentOperations from "./operations.js";
export { artifactTexts } from "./read/artifact-texts.js";
export { artifactNotFound } from "./read/find-artifact.js";
export { insertOutputs, joinArtifact, liveArtifacts } from "./tool-output.sql.js";
