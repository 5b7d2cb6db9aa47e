import { explainIssues } from "../../input/validation-error.js";
import { defaultDocument } from "../default-policy.js";
import { isMapping, overlay } from "../overlay.js";
import { type Policy, policySchema } from "../policy.js";

/** The policy that a stored document means today, or why it can no longer be read. */
export function readDocument(
  document: unknown,
): { policy: Policy; problem?: undefined } | { policy?: undefined; problem: string } {
  if (!isMapping(document)) return { problem: "it is no mapping" };
  const whole = overlay(defaultDocument, document);
  const { data, error } = policySchema.safeParse(whole);
  return error ? { problem: explainIssues(error, whole)[0]!.message } : { policy: data };
}

/** Undefined if it can no longer be read. */
export const resolvePolicy = (document: unknown): Policy | undefined => readDocument(document).policy;
