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

/** What these headers say; undefined if they are not there. */
export function rateOf(headers: Headers): Rate | undefined {
  const [limit, remaining, resetAt] = ["limit", "remaining", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  return [limit, remaining, resetAt].every(Number.isFinite) ? { limit, remaining, resetAt } : undefined;
}
