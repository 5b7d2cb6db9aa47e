export { findSecrets, findSensitive } from "./find.js";
export { type Detector, detectors, type Finding } from "./finding.js";
export { compilePattern, type Pattern } from "./patterns/compile.js";
export { type Masking, markOf, redact } from "./redact.js";
