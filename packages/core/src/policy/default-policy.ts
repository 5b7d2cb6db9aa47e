import { defaultPolicyYaml } from "./default-policy.generated.js";
import { policySchema } from "./policy.js";
import { readYaml } from "./read-yaml.js";

/** The policy of a tenant that has applied none. */
export const defaultDocument = readYaml(defaultPolicyYaml).value as Record<string, unknown>;
export const defaultPolicy = policySchema.parse(defaultDocument);
export { defaultPolicyYaml };
