import { assertWithin, type Policy } from "../../policy/index.js";

/** For how many days a capsule is open: as many as asked for, else the usual number, within the allowed ones. */
export function daysOpen({ limits }: Policy, asked: number | undefined, usual: number): number {
  if (asked === undefined) return Math.min(usual, limits.capsule_days);
  assertWithin("ttl_days", asked, limits.capsule_days);
  return asked;
}
