import type { Rate } from "@palimpsest/core";

/** Where the caller stands with its rate limit; nothing if no caller was known. */
export const rateHeaders = (rate: Rate | undefined): [string, string][] =>
  rate === undefined
    ? []
    : [
        ["X-RateLimit-Limit", String(rate.limit)],
        ["X-RateLimit-Remaining", String(rate.remaining)],
        ["X-RateLimit-Reset", String(rate.resetAt)],
      ];
