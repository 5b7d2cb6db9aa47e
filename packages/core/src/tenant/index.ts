export { type CallInfo, CallRecord } from "./call-record.js";
export { enveloped } from "./enveloped.js";
export { guardedServices } from "./guarded-models.js";
export { type AroundWrite, type ContextOptions, operationContext } from "./operation-context.js";
export { policyInForce } from "./policy-in-force.js";
export { recordedWrite } from "./recorded-write.js";
