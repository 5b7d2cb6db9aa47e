import type { AuditEntry, Surface } from "../services.js";

/** What is being done, by whom and through which surface: the same in every audit entry of a call. */
export interface CallInfo {
  operation: string;
  surface: Surface;
  requestId: string;
  traceId: string;
  actor: { type: string; id: string; keyId?: string };
  /** The principal whose rights are used, as type:id, where that is not the actor. */
  onBehalfOf?: string;
}

/** A call and the ids it has touched so far, from which its audit entries are made. */
export class CallRecord {
  readonly info: CallInfo;
  /** The policy that the call goes by, once it is known. */
  policyVersion: string | undefined;
  /** The principal whose rights are used, as type:id, where that is not the actor. */
  onBehalfOf: string | undefined;
  sawOriginals = false;
  /** Ids that every entry names. */
  readonly #always: readonly string[];
  #touched = new Set<string>();

  constructor(info: CallInfo, always: readonly string[] = []) {
    this.info = info;
    this.onBehalfOf = info.onBehalfOf;
    this.#always = always;
  }

  get hasTouched(): boolean {
    return this.#touched.size > 0;
  }

  touched(ids: readonly string[]): void {
    for (const id of ids) this.#touched.add(id);
  }

  /** Gives a function that forgets what is touched from now on, for work that is rolled back or run again. */
  savepoint(): () => void {
    const saved = [...this.#touched];
    return () => {
      this.#touched = new Set(saved);
    };
  }

  /** For the next write of the same call: what the last one touched is in its entry. */
  clear(): void {
    this.#touched = new Set();
  }

  entry(decision: AuditEntry["decision"], code?: string): AuditEntry {
    const { operation, surface, requestId, traceId, actor } = this.info;
    return {
      operation,
      surface,
      requestId,
      traceId,
      actorType: actor.type,
      actorId: actor.id,
      keyId: actor.keyId,
      onBehalfOf: this.onBehalfOf,
      decision,
      code,
      policyVersion: this.policyVersion,
      ids: [...new Set([...this.#always, ...this.#touched])],
      sawOriginals: this.sawOriginals,
    };
  }
}
