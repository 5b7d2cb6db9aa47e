import type { Principal } from "../identity/index.js";
import type { OperationContext, Services } from "../services.js";
import { CallRecord, operationContext } from "../tenant/index.js";

/** What handlers are given, for core calls that go past dispatch. */
export const contextOf = (services: Services, who: Principal): Promise<OperationContext> => {
  const info = {
    operation: "test",
    surface: "sdk",
    requestId: "req_test",
    traceId: "req_test",
    actor: who,
  } as const;
  return operationContext(services, who, new CallRecord(info));
};
