import type { AuditEntry, AuditNotes, Surface } from "../services.js";
import { keyedDigest } from "../text/index.js";

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
  #notes: AuditNotes = {};
  #digests: string[] = [];
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

  noted(notes: AuditNotes): void {
    this.#notes = { ...this.#notes, ...notes };
  }

  /** Notes what was asked for: by a keyed digest, since entries hold no text. */
  asked(digestKey: Buffer, input: object): void {
    const text = JSON.stringify(input);
    if (text === "{}") return;
    this.#digests = [`hmac-sha256:${keyedDigest(digestKey, text)}`];
    const { scope, boundary_class: boundaryClass } = input as Record<string, unknown>;
    if (isWord(scope)) this.noted({ scope });
    if (isWord(boundaryClass)) this.noted({ boundaryClass });
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
      ...this.#notes,
      decision: decision === "allowed" ? (this.#notes.decision ?? decision) : decision,
      code,
      digests: [...this.#digests, ...(this.#notes.digests ?? [])],
      policyVersion: this.policyVersion,
      ids: [...new Set([...this.#always, ...this.#touched])],
      sawOriginals: this.sawOriginals,
    };
  }
}

/** One of the words of a fixed list, as the contract has them. */
const isWord = (value: unknown): value is string => typeof value === "string" && /^[a-z_]{1,20}$/.test(value);
