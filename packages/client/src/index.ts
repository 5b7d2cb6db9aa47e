export { type ClientOptions, operationNames, PalimpsestClient } from "./client.js";
export { type ClientErrorCode, PalimpsestClientError } from "./client-error.js";
export type { CallOptions, Operations, Output } from "./operations.js";
export { type Json, WorkflowState } from "./workflow-state.js";
