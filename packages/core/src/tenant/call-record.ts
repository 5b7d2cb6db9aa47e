import type { Principal } from "../identity/index.js";
import type { AuditEntry, Surface } from "../services.js";

/** What is being done, and through which surface: the same in every audit entry of a call. */
export interface CallInfo {
  operation: string;
  surface: Surface;
  requestId: string;
  traceId: string;
}

/** A call and the ids it has touched so far, from which its audit entries are made. */
export class CallRecord {
  readonly info: CallInfo;
  /** Known as soon as the context of the call is made. */
  policyVersion: string | undefined;
  readonly #who: Principal;
  #ids = new Set<string>();

  constructor(who: Principal, info: CallInfo) {
    this.#who = who;
    this.info = info;
  }

  touched(ids: readonly string[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  /** Gives a function that forgets what is touched from now on, for work that is rolled back or run again. */
  savepoint(): () => void {
    const saved = [...this.#ids];
    return () => {
      this.#ids = new Set(saved);
    };
  }

  entry(decision: AuditEntry["decision"], code?: string): AuditEntry {
    return {
      ...this.info,
      actorType: this.#who.type,
      actorId: this.#who.id,
      decision,
      code,
      policyVersion: this.policyVersion,
      ids: [...this.#ids],
    };
  }
}
