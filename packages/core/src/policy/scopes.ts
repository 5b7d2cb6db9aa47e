import { z } from "zod";
import { durationPattern, durationSeconds } from "./duration.js";

/** Written as `7d` or `inf`, read as seconds; null: for ever. */
export const ttl = z
  .string()
  .refine((text) => text === "inf" || durationPattern.test(text), {
    message: "must be inf, or a whole number from 1 to 999999 and s, m, h, d or w, as in 7d",
    abort: true,
  })
  .transform((text) => (text === "inf" ? null : durationSeconds(text)))
  .refine((seconds) => (seconds ?? 0) <= durationSeconds("36500d"), "must be at most 36500d, or inf");

const scope = z.strictObject({
  /** How long a memory is read after it was recorded, in seconds; null: for ever. */
  ttl,
  /** How many tokens of it one activation holds. */
  max_tokens: z.int().min(1),
});

export const scopes = z.strictObject({ session: scope, project: scope, principle: scope });

/** How long memories are read, by their scope, and the kinds that do not grow old. Undefined if none does. */
export interface Ttl {
  session: number | null;
  project: number | null;
  principle: number | null;
  exempt: readonly string[];
}

export function ttlOf(policy: {
  scopes: z.output<typeof scopes>;
  retention: { exempt_kinds: readonly string[] };
}): Ttl | undefined {
  const { session, project, principle } = policy.scopes;
  const all = { session: session.ttl, project: project.ttl, principle: principle.ttl };
  if (Object.values(all).every((seconds) => seconds === null)) return undefined;
  return { ...all, exempt: policy.retention.exempt_kinds };
}
