import type { Database, Tx } from "./db/index.js";
import type { Embedder } from "./models/index.js";
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
  audit: AuditSink;
}

export interface AuditEntry {
  requestId: string;
  traceId: string;
  actorType: string;
  actorId: string;
  operation: string;
  surface: Surface;
  decision: "allowed" | "denied" | "failed";
  code?: string;
  ids: string[];
  /** When it happened, by this process's clock, if it was not just now. */
  at?: number;
}

/** Takes entries of reads and denials, which are written in batches off the hot path. */
export interface AuditSink {
  add(who: Principal, entry: AuditEntry): void;
  flush(): Promise<void>;
}

export type Surface = "rest" | "mcp" | "cli" | "sdk" | "worker";

/** What a handler is given: who calls, and the two ways to reach the database. */
export interface OperationContext {
  services: Services;
  who: Principal;
  requestId: string;
  surface: Surface;
  /** Reads, as often as needed. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The one transaction of a write or a recorded read: the idempotency key is claimed, `work` runs, and the answer and the
   * audit entry are stored with it. Model calls come before it, never inside.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Names the ids this call touched, for its audit entry. A list: more than 100,000 arguments overflow the stack. */
  touched(ids: readonly string[]): void;
}
