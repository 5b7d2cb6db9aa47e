/** Classes that a channel may be cleared for, lowest first. `secret` is not among them: no channel reads it. */
export const boundaryClasses = ["public", "internal", "pii"] as const;

/** How callers say how sensitive something is, as the class that it is kept with. */
export const classOf = { none: "public", low: "internal", high: "pii", secret: "secret" } as const;
export const sensitivityOf = { public: "none", internal: "low", pii: "high" } as const;
