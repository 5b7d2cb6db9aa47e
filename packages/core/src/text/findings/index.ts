export { findSecrets, findSensitive, personalIn, readingsOf, sensitiveIn } from "./find.js";
export { type Detector, detectors, type Finding } from "./finding.js";
export { compilePattern, type Pattern } from "./patterns/compile.js";
export { presentIn } from "./patterns/required.js";
export { countMarks, type Masking, markOf, redact } from "./redact.js";
