import type { OperationName } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { Services } from "../../services.js";

/** A memory that is called as its surfaces call it. */
export interface CalledMemory {
  services: Services;
  call(who: Principal, operation: OperationName, input: never): Promise<unknown>;
  /** Waits until what jobs make is there, or for as long as is worth it. */
  settle(isThere: () => Promise<boolean>): Promise<void>;
}
