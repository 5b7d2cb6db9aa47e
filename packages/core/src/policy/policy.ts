import {
  editOp,
  kindName,
  limits,
  principalTypes,
  readChannel,
  roles,
  visibility,
} from "@palimpsest/contract";
import { z } from "zod";
import { boundaryClassRules, redactPolicies } from "./boundary/schema.js";
import { boundaryClasses } from "./boundary-class.js";
import { durationPattern, durationSeconds } from "./duration.js";
import { invariant } from "./invariants/invariants.js";
import { scopes, ttl } from "./scopes.js";
import { signing } from "./signing/signing.js";
import { stemmingLanguages } from "./stemming-languages.js";

const number = (min: number, max: number) => z.number().min(min).max(max);
const whole = (min: number, max: number) => z.int().min(min).max(max);
/** A share of nothing would make a score that cannot be compared. */
const share = number(0.01, 1);
const halfLife = number(0.01, 36_500);
/** What a new censor is proposed for. */
const censorCauses = ["harmful", "failed_episode", "retraction"] as const;
export type CensorCause = (typeof censorCauses)[number];
const claimKinds = ["fact", "preference", "task", "policy_hint"] as const;

/** Written as `24h`, read as seconds. */
const duration = z
  .string()
  .regex(durationPattern, "must be a whole number from 1 to 999999 and s, m, h, d or w, as in 24h")
  .transform(durationSeconds)
  .refine((length) => length <= durationSeconds("3650d"), "must be at most 3650d");

/** One value or a list of them, read as a list. */
const oneOrMore = <T extends z.ZodType<string>>(value: T) =>
  z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(value).min(1).max(16)).optional();

const editRule = z.strictObject({
  principal: oneOrMore(z.enum(principalTypes)),
  role: oneOrMore(z.enum(roles)),
  kind: oneOrMore(kindName()),
  op: oneOrMore(editOp),
  visibility: oneOrMore(visibility),
  /** The type of the principal that wrote the memory. */
  writer: oneOrMore(z.enum(principalTypes)),
  own: z.boolean().optional(),
  approver: z.boolean().optional(),
  /** Of a restore: whose edits it undoes. */
  undoes: oneOrMore(z.enum(["own", "other", "reviewer"])),
  // biome-ignore lint/suspicious/noThenProperty: the word that a policy's reader expects; a rule is never awaited.
  then: z.enum(["apply", "wait", "deny"]),
});

/** `secret` is no clearance: nothing of that class is read in any channel. */
const channel = z.strictObject({ clearance: z.enum(boundaryClasses), reads: z.array(readChannel).max(8) });

/** Whoever is in a channel has heard what was said there, so each channel reads at least itself. */
const channels = z.record(readChannel, channel).superRefine((all, { addIssue }) => {
  for (const [name, { reads }] of Object.entries(all)) {
    if ((reads as string[]).includes(name)) continue;
    addIssue({ code: "custom", path: [name, "reads"], message: `must name ${name} itself` });
  }
});

/** An agent or a service; people are trusted anyway. */
const writer = z.string().regex(/^(agent|service):.{1,500}$/u, "must be agent: or service: and its id");

const line = z.string().min(1).max(200);

/** At most so many calls of a caller in this time. */
const rate = z.strictObject({ requests: whole(1, 1_000_000_000), per: duration });

/** A whole policy. The hard ceilings of `limits` are the contract's own. */
export const policySchema = z.strictObject({
  version: z.string(),
  meta: z.strictObject({ name: line, owner: line, updated_at: line }).partial().optional(),
  channels,
  scopes,
  signing,
  invariants: z.array(invariant).max(100),
  boundary_classes: boundaryClassRules,
  redact_policies: redactPolicies,
  approval: z.strictObject({ edits: z.array(editRule).max(100) }),
  retrieval: z.strictObject({
    language: z.enum(stemmingLanguages),
    trust: z.strictObject({
      untrusted_share: share,
      same_writer_share: share,
      writer_items: whole(0, 10),
      writers: z.array(writer).max(1_000),
    }),
    hybrid: z.strictObject({
      alpha: number(0, 1),
      k_txt: whole(1, 1_000),
      k_vec: whole(1, 1_000),
      k_final: whole(1, 1_000),
      threshold: number(0, 1),
    }),
    active_context_ttl: duration,
    rerank: z.strictObject({
      use_quality: z.boolean(),
      recency_half_life_days: halfLife,
      recency: z.strictObject({ half_life_days_by_kind: z.record(z.enum(claimKinds), halfLife) }),
    }),
    context: z.strictObject({
      alpha: number(0, 1),
      beta: number(0, 1),
      gamma: number(0, 1),
      recency_half_life_days: halfLife,
      threshold: number(0, 1),
      min_relevance: number(0, 1),
      leading_trusted: whole(0, 1_000),
    }),
  }),
  censors: z.strictObject({ propose_on: z.array(z.enum(censorCauses)).max(censorCauses.length) }),
  maintenance: z.strictObject({
    hints_enabled: z.boolean(),
    similarity_threshold: number(0, 1),
    stale_days: number(0.01, 36_500),
  }),
  retention: z.strictObject({
    idempotency_keys: duration,
    finished_jobs: duration,
    /** Kinds of memories that no scope's ttl ends. */
    exempt_kinds: z.array(kindName()).max(100),
    /** How long memories that a ttl has ended are kept before they are erased. */
    grace: ttl,
    audit: ttl.refine((kept) => kept === null || kept >= durationSeconds("1d"), "must be at least 1d"),
  }),
  escalations: z.strictObject({
    /** How long an approval may hold. */
    max_duration: duration,
    /** How many texts of one caller may wait for a person. */
    max_pending: whole(0, 100_000),
  }),
  /** In each such span of time a principal's signal about a claim counts once. */
  feedback: z.strictObject({ bucket: duration }),
  limits: z.strictObject({
    text_characters: whole(1, limits.textChars),
    query_characters: whole(1, limits.queryChars),
    context_tokens: whole(64, limits.contextTokens),
    capsule_items: whole(1, limits.capsuleItems),
    capsule_days: whole(1, limits.capsuleDays),
    cascade_memories: whole(0, limits.cascadeMemories),
    cascade_depth: whole(0, limits.cascadeDepth),
    rate: z.strictObject({ read: rate, write: rate, admin: rate }),
    concurrency: whole(1, 100_000),
  }),
});

/** What a tenant allows, and how it ranks and keeps. Durations are in seconds. */
export type Policy = z.output<typeof policySchema>;
export type EditRule = Policy["approval"]["edits"][number];
