export type { Health } from "@palimpsest/contract";
export { type ClientOptions, operationNames, PalimpsestClient } from "./client.js";
export { type ClientErrorCode, PalimpsestClientError } from "./client-error.js";
export type { FollowedEvent, FollowInput, FollowOptions } from "./follow-events.js";
export type { CallOptions, Operations, Output } from "./operations.js";
export type { Uploaded, UploadFields, UploadFile } from "./upload.js";
export { type Json, WorkflowState } from "./workflow-state.js";
