import { defaultPolicy } from "../default-policy.js";
import type { Policy } from "../policy.js";

/** The policy that a tenant is under. */
export interface PolicyInForce {
  /** Rises with each policy that is applied. */
  seq: number;
  version: string;
  /** Undefined if what is stored cannot be read: then nothing is allowed but to read and to replace it. */
  policy: Policy | undefined;
  /** Why it cannot be read. */
  problem?: string | undefined;
}

export const defaultInForce: PolicyInForce = {
  seq: 0,
  version: defaultPolicy.version,
  policy: defaultPolicy,
};
