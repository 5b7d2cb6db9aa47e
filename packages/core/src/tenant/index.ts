export { type CallInfo, CallRecord } from "./call-record.js";
export { type AroundWrite, type ContextOptions, operationContext } from "./operation-context.js";
