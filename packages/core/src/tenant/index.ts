export { type CallInfo, CallRecord } from "./call-record.js";
export { type AroundWrite, operationContext } from "./operation-context.js";
