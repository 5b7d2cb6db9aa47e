import { z } from "zod";
import {
  chosenIdChars,
  chosenIdProblem,
  hasNoBidiControls,
  isVisible,
  noBidiControls,
  plainId,
  teamPrefix,
} from "./names.js";
import { timestamp } from "./times.js";

// A message of a format or a rule is read after the field's name: "importance must be …".

export const refuseFor =
  (problemOf: (value: string) => string | undefined) => (value: string, context: z.RefinementCtx) => {
    const message = problemOf(value);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  };

/** An id that people or other systems choose. */
export const chosenId = z
  .string()
  .superRefine(refuseFor(chosenIdProblem))
  .meta({ minLength: 1, maxLength: chosenIdChars });
export const shortId = chosenId.max(100).meta({ minLength: 1, maxLength: 100 });
export const sessionId = chosenId.describe("The conversation it belongs to");
export const subjectId = chosenId.describe("Whom or what it is about, for instance ada");
export const projectId = chosenId.describe("The project it belongs to");
export const actorId = chosenId.describe("Who did it, by name");
export const subjectType = z
  .string()
  .regex(/^[A-Za-z0-9_.:@-]{1,128}$/, "must be 1 to 128 of the characters A-Z a-z 0-9 _ . : @ -")
  .describe("The kind of subject it is about, for instance user; letters, digits and _.:@-");

/** A principal, or a team as `team:NAME`. */
export const audienceMember = z
  .string()
  .superRefine(
    refuseFor((value) => {
      if (value === teamPrefix) return "must say which team, as in team:red";
      return chosenIdProblem(value.startsWith(teamPrefix) ? value.slice(teamPrefix.length) : value);
    }),
  )
  .meta({ minLength: 1, maxLength: chosenIdChars + teamPrefix.length });

const anyId = z
  .string()
  .regex(plainId, "must be an id as it was returned: 1 to 128 of the characters A-Z a-z 0-9 _ . : -");
export const idOf = (prefix: string) => anyId.describe(`Id, as returned (${prefix}_…)`);

export const memoryId = anyId.describe("Id of a memory, as returned (chk_…, dec_… and so on)");
export const chunkId = idOf("chk");
export const artifactId = idOf("art");
export const eventId = idOf("evt");
export const editId = idOf("edt");
export const capsuleId = idOf("cap");
export const acbId = idOf("acb");
export const keyId = idOf("key");
export const jobId = idOf("job");
export const auditId = idOf("aud");

export const scope = z
  .enum(["session", "user", "project", "policy", "global"])
  .describe("How far it holds: a session, a user, a project, or everyone (policy, global)");
export type Scope = z.infer<typeof scope>;
/** Which of two scopes decides where decisions differ. The SQL function of this name says the same. */
export const scopePrecedence: Record<Scope, number> = {
  policy: 4,
  project: 3,
  user: 2,
  session: 1,
  global: 0,
};
const channels = z.enum(["private", "public", "team", "agent"]);
export const channel = channels.describe("Where it was said");
export const readChannel = channels.describe(
  "Where the answer will be used: private shows the most; public, or none named, the least",
);
export const privateByDefault = channels
  .default("private")
  .describe("Where the answer will be used: private, the default, shows the most; public the least");
export const sensitivity = z
  .enum(["none", "low", "high", "secret"])
  .describe("By default, high is read in private channels only, low also by team and agent; secret by none");
export const visibility = z
  .enum(["private", "team", "tenant", "custom"])
  .describe("Who may see it: you alone, teams or principals in audience, or all in the tenant");
export const actorType = z.enum(["human", "agent", "tool"]).describe("Who did it");
export const eventKind = z
  .enum(["message", "tool_call", "tool_result", "decision", "task_update", "artifact"])
  .describe("What happened");
export const proposed = z
  .enum(["approved", "pending"])
  .describe("approved: in force now; pending: a person must approve it first");
export const taskStatus = z.enum(["open", "doing", "done"]).describe("How far the task is");
export const trust = z
  .enum(["trusted", "own", "untrusted"])
  .describe("Whose word it is: a person's, the reader's own, or another agent's or tool's");

export type Trust = z.infer<typeof trust>;

/** Hard ceilings; a tenant's policy may set lower limits. */
export const limits = {
  textChars: 100_000,
  queryChars: 10_000,
  reasonChars: 2_000,
  ids: 100,
  contextTokens: 1_000_000,
  capsuleItems: 1_000,
  capsuleDays: 365,
  cascadeMemories: 10_000,
  cascadeDepth: 100,
  jsonDepth: 32,
  jsonKeys: 256,
  jsonItems: 1_000,
  /** Values of a whole body: objects, arrays and what they hold. */
  jsonValues: 10_000,
  /** The same for operations that take large bodies; each event still has `jsonValues` at most. */
  largeJsonValues: 100_000,
  /** Of a body, for all but those operations. */
  bodyBytes: 1_024 ** 2,
  /** Of a body that holds a whole document. */
  documentBytes: 64 * 1_024 ** 2,
  /** Of a message over MCP that holds no document: a batch of events, or one large output. */
  mcpBytes: 4 * 1_024 ** 2,
} as const;

/** Empty, or nothing that a reader could see: refused alike, with a code of its own. */
export const text = z
  .string()
  .max(limits.textChars)
  .refine(isVisible, { error: "must hold visible text", params: { code: "EMPTY_CONTENT" } })
  .meta({ minLength: 1 });
export const line = z
  .string()
  .min(1)
  .max(4_000)
  .refine(isVisible, "must hold visible text")
  .refine(hasNoBidiControls, noBidiControls);
export const lines = z.array(line).max(100);
export const rationale = lines.describe("Why it was decided");
export const constraints = lines.describe("What it had to heed");
export const alternatives = lines.describe("What was considered and not taken");
export const consequences = lines.describe("What follows from it");
export const reason = z
  .string()
  .max(limits.reasonChars)
  .refine((value) => value.trim().length > 0, "must say why, in a few words")
  .describe("Why, for the record");
export const tag = z
  .string()
  .min(1)
  .max(128)
  .refine(isVisible, "must hold visible text")
  .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), "must be one line, without control characters")
  .refine(hasNoBidiControls, noBidiControls);
export const tags = z.array(tag).max(64).describe("Labels to find it by");
export const refs = z
  .array(z.string().min(1).max(512).refine(isVisible, "must hold visible text"))
  .max(256)
  .describe("What it refers to: links, files, ids");
export const query = z.string().max(limits.queryChars).describe("What to look for, in plain words");

/** A single-precision column cannot hold every small number, and minus zero is none. */
const storable = (value: number) => (value === 0 ? !Object.is(value, -0) : Math.abs(value) >= 1e-9);
export const fraction = (least: number) =>
  z.number().min(least).max(1).refine(storable, "must be 0, or no nearer to it than 1e-9");
export const importance = fraction(0).describe("How much it matters, from 0 to 1");

export const count = z.int().min(0);

export const asOf = timestamp.describe(
  "Answer as at that moment, under the edits then in force, without what has been withheld since",
);
export const seeWithheld = z
  .boolean()
  .default(false)
  .describe("With as_of: show what has been withheld since; needs memory:original, and is audited");

/** What a read of the past leaves out. */
export const gaps = {
  withheld: z
    .array(
      z.object({
        memory_id: z.string().describe("Its id"),
        reason: z
          .enum(["retracted", "quarantined", "blocked", "amended", "expired", "closed"])
          .describe(
            "What has happened since: amended, it read otherwise then; closed, a capsule no longer open",
          ),
      }),
    )
    .optional()
    .describe("With as_of: memories that this would have been about then; at most the newest 100"),
  withheld_count: count.optional().describe("With as_of: how many those are"),
};

export const occurredAt = timestamp.describe("When it happened, if not just now; ISO 8601 with offset");

export const limit = (max: number, usual: number) =>
  z.int().min(1).max(max).default(usual).describe("At most so many");

export const includeQuarantined = z.boolean().default(false).describe("Show quarantined memories too");

// What answers are made of.
export const ts = z.string().describe("When, ISO 8601 in UTC");
export const shownText = z.string().describe("The text as it reads now, edits applied");
export const shownImportance = z.number().describe("How much it matters, from 0 to 1, edits applied");
export const shownScope = scope.nullable().describe("How far it holds");
export const shownSubjectType = z.string().nullable().describe("The kind of subject it is about");
export const shownSubjectId = z.string().nullable().describe("Whom or what it is about");
export const shownProjectId = z.string().nullable().describe("The project it belongs to");
export const memoryStatus = z.string().describe("As the kind has it: active, superseded, open, done …");
export const editsApplied = count.describe("Approved edits that its text went through");
export const isRetracted = z.boolean().describe("Taken out of every read");
export const isQuarantined = z.boolean().describe("Out of sight unless asked for");
export const blockedChannels = z.array(z.string()).describe("Channels in which it is not shown");
export const section = z.string().describe("Part of the bundle, for instance retrieved_evidence");
export const why = z.string().describe("The reason, in words");
export const fit = z.number().describe("How well it fits; comparable within one answer");
const share = z.number().min(0).max(1);
export const relevance = share.describe("How likely it is an answer: at 0.5, about half of such results are");
export const minRelevance = share.optional().describe("Only results with at least this relevance");
export const shownRefs = z.array(z.string()).describe("What it refers to");
export const matchCount = count.describe(
  "How many memories match, not only those on this page; counted up to a few hundred",
);
export const precedence = z.int().describe("Higher goes before lower");
export const lastEditAt = z
  .string()
  .nullable()
  .describe("When the last edit it shows was applied; null if there was none");
export const policyVersion = z.string().describe("Version of the policy that was in force");

/** What is a kind's own, by the names its kind gives; the kind's schema checks them. */
export const attributes = z
  .record(z.string().min(1).max(100), z.json())
  .refine((given) => Object.keys(given).length <= 100, "must name at most 100 attributes");
export const change = z.object({
  field: z.string().describe("text, or attributes. and its name"),
  from: z.json().describe("What it said; null for nothing"),
  to: z.json().describe("What it says after; null for nothing"),
  withheld: z.literal(true).optional().describe("You may not see how it read before, or all of it"),
});

/** What any JSON value may be; depth and size are capped before it gets here. */
export const json = z.json();
export { clock, from, moment, times, timestamp, to } from "./times.js";
export { leftOut, shownTurn, shownWriter, wantedWriter, writer } from "./written.js";
