import { defaultDocument } from "../default-policy.js";
import { isMapping, overlay } from "../overlay.js";
import { type Policy, policySchema } from "../policy.js";

/** The policy that a stored document means today; undefined if it can no longer be read. */
export const resolvePolicy = (document: unknown): Policy | undefined =>
  isMapping(document) ? policySchema.safeParse(overlay(defaultDocument, document)).data : undefined;
