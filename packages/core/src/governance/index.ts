export * from "./capsules/index.js";
export * from "./edits/index.js";
export { listAudit } from "./list-audit.js";
