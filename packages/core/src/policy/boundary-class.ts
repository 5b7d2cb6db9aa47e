export type BoundaryClass = "public" | "internal" | "pii" | "secret";

/** All classes, the strictest first. */
export const strictestFirst: readonly BoundaryClass[] = ["secret", "pii", "internal", "public"];

export const isStricter = (one: string, other: string): boolean => {
  const order: readonly string[] = strictestFirst;
  return order.indexOf(one) < order.indexOf(other);
};

/** The class of what has one of its own, `public` unless said, and holds something of another class. */
export const raisedClass = (own: string | undefined, found: BoundaryClass): BoundaryClass =>
  isStricter(found, own ?? "public") ? found : ((own ?? "public") as BoundaryClass);

/** Classes that a channel may be cleared for, lowest first. `secret` is not among them: no channel reads it. */
export const boundaryClasses = ["public", "internal", "pii"] as const;

/** How callers say how sensitive something is, as the class that it is kept with. */
export const classOf = { none: "public", low: "internal", high: "pii", secret: "secret" } as const;
export const sensitivityOf = { public: "none", internal: "low", pii: "high", secret: "secret" } as const;
