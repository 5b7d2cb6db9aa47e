import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Database, Tx } from "./db/index.js";
import type { ChatModel, Embedder } from "./models/index.js";
import type { Policy, PolicyInForce } from "./policy/index.js";
import type { Principal } from "./principal.js";

/** What the whole system is told once, at its entry. */
export interface Settings {
  auth: "none" | "required";
  jwtSecret?: string;
  jwksUrl?: string;
  jwtAudience?: string;
  jwtIssuer?: string;
}

/** Everything that operations stand on. */
export interface Services {
  db: Database;
  embedder: Embedder;
  settings: Settings;
  tenants: TenantDirectory;
  audit: AuditSink;
  limiter: CallLimiter;
  keptVectors: KeptVectors;
  /** Looks for leaks between tenants, owners and channels by calling these operations; all of them if none is named. */
  selftest(only?: readonly OperationName[]): Promise<OutputOf<PalimpsestContract["selftestIsolation"]>>;
  /** How events are extracted from documents; absent: by rules. */
  extraction?: Extraction;
  /** How long texts are split; absent: in the usual sizes. */
  passages?: PassageSizes;
  /** The constant of reciprocal rank fusion in hybrid searches; absent: 60. */
  fusion?: number;
}

/** A memory by its id, and the digest of the text that its vector stands for. */
export interface Worded {
  id: string;
  hash: string;
}

export interface SpaceOfTenant {
  tenantId: string;
  spaceId: number;
}

/** Vectors of late, for some minutes, of those who opened this memory. */
export interface KeptVectors {
  get(space: SpaceOfTenant, memory: Worded): Float32Array | undefined;
  keep(space: SpaceOfTenant, memory: Worded, vector: Float32Array): void;
  /** Whether so many can be kept at once. */
  canKeep(vectors: number, dims: number): boolean;
  clear(): void;
}

/** In tokens: what is kept whole, how long the passages of a longer text are, and how much of each the next repeats. */
export interface PassageSizes {
  wholeTokens: number;
  windowTokens: number;
  overlapTokens: number;
}

export interface Extraction {
  /** The model that extracts events; absent: rules do. */
  model?: ChatModel;
  /** How often the extraction from a document is tried. */
  maxAttempts?: number;
}

/** At most so many calls of a class in so many seconds. */
export interface RateLimit {
  name: string;
  requests: number;
  seconds: number;
}

/** Where a caller stands after a call. */
export interface Rate {
  limit: number;
  remaining: number;
  /** When the next window begins, in Unix seconds. */
  resetAt: number;
  /** The call is one too many; seconds until another is taken. */
  retryAfter?: number;
}

/** Counts the calls that this process is sent. */
export interface CallLimiter {
  /** Counts a call of a caller, of whom so many may run at once. Gives what to call when it has ended. */
  enter(caller: string, limit: RateLimit, atOnce: number, onCounted?: (rate: Rate) => void): () => void;
  /** For a stream of a caller, who may have so many: it counts as a call that runs until it is closed. */
  open(caller: string, atOnce: number, streams: number): () => void;
}

/** What this process remembers of the tenants and principals it has met on its database. */
export interface TenantDirectory {
  /**
   * A tenant and a principal come into being on first sight of a valid credential; after that nothing is written. One
   * whose name belongs to a principal of another type is refused: the name alone says whose private memories are read.
   */
  ensurePrincipal(who: Principal): Promise<void>;
  /** The key of a tenant's digests, which stays the same until the tenant is deleted. It is read when it is first needed. */
  digestKey(tenantId: string): Promise<Buffer>;
  /** The policy in force. What another process has applied is seen within a second, what this one has, at once. */
  policy(tenantId: string): Promise<PolicyInForce>;
  /** Told of a policy that was applied here, once that is committed. */
  policyApplied(tenantId: string, applied: PolicyInForce): void;
  /** The ids of writers whose rollback goes on, as known since `policy` was asked last. */
  rollingBack(tenantId: string): readonly string[];
  /** Told whose rollbacks go on, once a change of that made here is committed. */
  rollbackChanged(tenantId: string, writers: readonly string[]): void;
  /** Told that the tenant was deleted, here or by another process: it comes into being again with its next call. */
  forget(tenantId: string): void;
}

export interface AuditEntry {
  /** Its id, where something else refers to it; one is made unless given. */
  auditId?: string;
  requestId: string;
  traceId: string;
  actorType: string;
  actorId: string;
  /** The principal whose rights were used, as type:id, where that is not the actor. */
  onBehalfOf?: string;
  operation: string;
  surface: Surface;
  decision: "allowed" | "redacted" | "replayed" | "denied" | "failed";
  code?: string;
  /** The policy in force; absent if the call failed before it was known. */
  policyVersion?: string;
  ids: string[];
  /** The API key that was used, if one was. */
  keyId?: string;
  /** How many calls it stands for; one unless said. */
  times?: number;
  /** The call showed what edits have hidden: originals, or a past that has been withheld since. */
  sawOriginals?: boolean;
  /** Why it was decided so, as one of a few words; never a text of the caller. */
  reason?: string;
  scope?: string;
  boundaryClass?: string;
  /** How many passages of the answer were masked. */
  redactedCount?: number;
  /** Keyed digests of what the caller sent. */
  digests?: string[];
  /** When it happened, by this process's monotonic clock, if it was not just now. */
  at?: number;
}

/** What an entry tells of a call besides who did what: words of a fixed list and numbers, never a text. */
export interface AuditNotes
  extends Pick<AuditEntry, "reason" | "scope" | "boundaryClass" | "redactedCount" | "digests"> {
  /** What a call that succeeded has decided, if that is not that all is allowed. */
  decision?: "redacted" | "denied";
}

/** Takes the entries of all calls but writes, which store theirs in their own transaction, and has all of them sealed. */
export interface AuditSink {
  /** For reads and failures: written within a second, off the hot path. */
  add(who: Principal, entry: AuditEntry): void;
  /** Resolves when the entry is stored. Calls that wait at the same time share a transaction. */
  store(who: Principal, entry: AuditEntry): Promise<void>;
  /** For requests that could not be read: those of one kind in one minute share an entry. */
  sample(who: Principal, entry: AuditEntry): void;
  /** Told that a transaction has stored entries of the tenant: they are sealed within a second. */
  sealSoon(tenantId: string): void;
  /** Tenants whose log could not be sealed when this process last tried. */
  unsealable(): string[];
  /** Writes and seals all that was added, stored or told of here. */
  flush(): Promise<void>;
}

export type Surface = "rest" | "mcp" | "cli" | "sdk" | "worker";

/** What work for a tenant is given, in a request or a job: for whom, and the two ways to reach the database. */
export interface OperationContext {
  services: Services;
  who: Principal;
  /** The tenant's policy, resolved once for the whole call. */
  policy: Policy;
  /** Keys the digests that stand in for this tenant's texts. */
  digestKey: Buffer;
  requestId: string;
  traceId: string;
  surface: Surface;
  /** The key of a call whose items have keys of their own, made from this one. */
  idempotencyKey?: string;
  /** Reads, as often as needed. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The one transaction of a write or a recorded read: the idempotency key is claimed, `work` runs, and the answer and
   * the audit entry are stored with it. Model calls come before it, never inside. What a write makes or changes is
   * named to `touched` inside it: if it is rolled back, those ids are forgotten.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Names the principal, as type:id, for whom or as whom this call acts, for its audit entry. */
  actsFor(principal: string): void;
  /** Names the ids this call touched, for its audit entry. A list: more than 100,000 arguments overflow the stack. */
  touched(ids: readonly string[]): void;
  /** Notes in the audit entry what was decided, and why. */
  noted(notes: AuditNotes): void;
  /** Notes in the audit entry that the call shows what edits have hidden. */
  sawOriginals(): void;
}
