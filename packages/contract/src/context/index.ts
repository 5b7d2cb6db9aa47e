export { buildAcb, context } from "./build.js";
export { diffAcb, getAcb, replayAcb } from "./receipts.js";
