import type { OperationContext } from "../services.js";

/** An answer in the form of the pce tools. */
export const enveloped = <T>(
  { policy, requestId, traceId }: OperationContext,
  data: T,
  version = policy.version,
) => ({
  data,
  policy_version: version,
  request_id: requestId,
  trace_id: traceId,
});
