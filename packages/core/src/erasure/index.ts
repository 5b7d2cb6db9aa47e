export { erasedSubjects } from "./erasure.sql.js";
export * as erasureOperations from "./operations.js";
export { erasureJob } from "./run/erasure-job.js";
export { type Subject, subjectDigest } from "./subject.js";
