import type { z } from "zod";

/** `state` replaces the whole, `merge_state` sets fields of it: a call says one of the two. */
export function refuseBoth(
  input: object,
  [first, second]: readonly [string, string],
  context: z.RefinementCtx,
): void {
  const given = input as Record<string, unknown>;
  if (given[first] === undefined || given[second] === undefined) return;
  context.addIssue({ code: "custom", path: [second], message: `cannot be given together with ${first}` });
}

/** A change names at least one field besides those by which its object is found. */
export function refuseNoChange(input: object, names: readonly string[], context: z.RefinementCtx): void {
  const changes = Object.entries(input).filter(
    ([name, value]) => !names.includes(name) && value !== undefined,
  );
  if (changes.length === 0) context.addIssue({ code: "custom", path: [], message: "must change something" });
}
