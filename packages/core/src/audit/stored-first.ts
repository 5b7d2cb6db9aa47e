import type { AnyOperation } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";

/** Input fields that ask for the past, or for what was first written. */
const lookingBack = ["as_of", "include_original", "see_withheld"];

/**
 * Whether the entry of a successful read must be stored before the caller gets the answer: reads of originals, views of
 * the past, and everything that is done in another's name. A crash loses up to a second of the entries of other reads.
 */
export function isStoredFirst(operation: AnyOperation, who: Principal, input: unknown): boolean {
  if (who.actedBy !== undefined || operation.showsPast) return true;
  const given = input as Record<string, unknown>;
  return lookingBack.some((field) => given[field] !== undefined && given[field] !== false);
}
