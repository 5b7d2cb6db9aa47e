import type { BoundaryClass } from "../boundary-class.js";
import type { Policy } from "../policy.js";
import { maskOf } from "./inspect.js";

/** Masks what a class hides in the strings of a JSON value that is of this class. */
export type ChannelMask = <T>(value: T, boundaryClass: string) => T;

/** What these classes mask outside a private channel; undefined if that is nothing. */
export function channelMask(
  policy: Pick<Policy, "boundary_classes" | "redact_policies">,
  channel: string | undefined,
  classes: readonly BoundaryClass[],
): ChannelMask | undefined {
  const hides = classes.some((name) => policy.boundary_classes[name].redact.length > 0);
  if (channel === "private" || !hides) return undefined;
  const masked = (value: unknown, boundaryClass: BoundaryClass): unknown => {
    if (typeof value === "string") return maskOf(policy, value, boundaryClass);
    if (Array.isArray(value)) return value.map((item) => masked(item, boundaryClass));
    if (value === null || typeof value !== "object" || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, boundaryClass)]));
  };
  return <T>(value: T, boundaryClass: string) => masked(value, boundaryClass as BoundaryClass) as T;
}
