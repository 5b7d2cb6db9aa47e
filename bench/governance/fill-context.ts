import type { Principal, Services } from "@palimpsest/core";
import { coreParts } from "./core.js";

/** What the product's inner functions are given when a store is filled past dispatch. */
export const fillContext = async (services: Services, who: Principal) => {
  const core = await coreParts();
  const info = { operation: "fill", surface: "sdk", requestId: "fill", traceId: "fill", actor: who } as const;
  return core.operationContext(services, who, new core.CallRecord(info));
};
