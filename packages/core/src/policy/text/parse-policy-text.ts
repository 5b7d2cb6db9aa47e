import type { ParsedPolicy } from "./parse-policy.js";

/** Reads a tenant's policy. The YAML parser is loaded only now: that takes 35 ms, which most processes never need. */
export const parsePolicyText = async (yaml: string): Promise<ParsedPolicy> =>
  (await import("./parse-policy.js")).parsePolicy(yaml);
