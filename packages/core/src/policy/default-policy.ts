import { defaultPolicyDocument, defaultPolicyYaml } from "./default-policy.generated.js";
import type { Mapping } from "./overlay.js";
import { policySchema } from "./policy.js";

/** The policy of a tenant that has applied none. */
export const defaultDocument: Mapping = defaultPolicyDocument;
export const defaultPolicy = policySchema.parse(defaultDocument);
export { defaultPolicyYaml };
