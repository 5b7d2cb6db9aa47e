import { defaultDocument } from "./default-document.js";
import { defaultPolicyYaml } from "./default-policy.generated.js";
import { policySchema } from "./policy.js";

/** The policy of a tenant that has applied none. */
export const defaultPolicy = policySchema.parse(defaultDocument);
export { defaultDocument, defaultPolicyYaml };
