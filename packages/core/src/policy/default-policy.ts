import { defaultPolicyYaml } from "./default-policy.generated.js";
import { parsePolicy } from "./parse-policy.js";

/** The policy of a tenant that has applied none. */
export const { document: defaultDocument, policy: defaultPolicy } = parsePolicy(defaultPolicyYaml);
