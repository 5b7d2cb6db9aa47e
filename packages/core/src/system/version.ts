export const version = "0.1.0";

/** The shipped policy; a tenant's own will have a version of its own. */
export const policyVersion = "default";
