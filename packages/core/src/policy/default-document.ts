import { defaultPolicyDocument } from "./default-policy.generated.js";
import type { Mapping } from "./overlay.js";

/** What the shipped policy says, as it is written. */
export const defaultDocument: Mapping = defaultPolicyDocument;
