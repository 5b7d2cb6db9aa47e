import { assertWithin, type Policy } from "../../policy/index.js";

/** For how many days a capsule opens: as many as asked for, else the usual number or the fewer that are allowed. */
export function daysOpen({ limits }: Policy, asked: number | undefined, usual: number): number {
  if (asked === undefined) return Math.min(usual, limits.capsule_days);
  assertWithin("ttl_days", asked, limits.capsule_days);
  return asked;
}
