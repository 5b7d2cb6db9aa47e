import { PalimpsestError } from "@palimpsest/contract";
import { sqlState } from "../../db/index.js";
import { JobFailure } from "../job.js";

/** The longest that a provider's Retry-After can put a job off, in seconds. */
const longestWish = 600;

/** An error that the same job will meet again: the request itself is wrong, not the moment. */
export const isTerminal = (error: unknown): boolean =>
  error instanceof JobFailure ? !error.retry : error instanceof PalimpsestError && error.status < 500;

export const wishedDelay = (error: unknown): number =>
  error instanceof PalimpsestError || error instanceof JobFailure
    ? Math.min(error.retryAfter ?? 0, longestWish)
    : 0;

/** What is stored of a job that used up its attempts: that it did, and why the last one failed. */
export const lastNote = (attempts: number, note: string): string =>
  `MAX_ATTEMPTS_EXCEEDED: ${attempts} attempts failed, the last with ${note}`;

/** What is stored of an error. Only our own messages are known to hold no memory's text. */
export function failureNote(error: unknown): string {
  if (error instanceof PalimpsestError || error instanceof JobFailure)
    return `${error.code}: ${error.message}`;
  const name = error instanceof Error ? error.name : typeof error;
  return `Unexpected ${name}${sqlState(error) ? ` (${sqlState(error)})` : ""}`;
}
