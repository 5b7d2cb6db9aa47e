import type { Health } from "@palimpsest/contract";
import {
  assertOutside,
  type Embedder,
  type EmbedderOptions,
  healthOf,
  jobKinds,
  type Memory,
  mayRunJobs,
  openMemory as openCore,
  probesOf,
  startWorker,
  type Worker,
} from "@palimpsest/core";
import { type CallOperation, checkIds, defineOperations } from "../client.js";
import { PalimpsestClientError } from "../client-error.js";
import type { FollowedEvent, FollowInput, FollowOptions } from "../follow-events.js";
import type { CallOptions, Operations, Output } from "../operations.js";
import { callInProcess, clientError, type Identity, sendAs, within } from "./call-in-process.js";
import { followInProcess } from "./follow-in-process.js";
import { type TransactionOptions, transactionInProcess } from "./transaction-in-process.js";

export type { Identity } from "./call-in-process.js";
export type { TransactionOptions } from "./transaction-in-process.js";

export interface EmbeddedOptions extends Identity {
  /** The folder of the store. It is made if it is missing; other processes may use it at the same time. */
  dataDir: string;
  /** How to open an embedder, or one that is open. Default: the built-in one. */
  embedder?: EmbedderOptions | Embedder;
  /** False: the embedder is used by others too, so `close` leaves it open. Default true. */
  ownsEmbedder?: boolean;
  /** For each call. Default 30 seconds. */
  timeoutMs?: number;
  /** Told of what goes wrong where no caller waits, for instance in a job. Unless given, a warning is emitted. */
  onError?: (error: unknown) => void;
}

const usualTimeoutMs = 30_000;

const operationsOf = class {
  constructor(call: CallOperation) {
    defineOperations(this, call);
  }
} as new (
  call: CallOperation,
) => Operations;

type AskHealth = (options: Pick<CallOptions, "signal" | "timeoutMs">) => Promise<Health>;
type Transaction = <T>(work: (tx: Operations) => Promise<T>, options: TransactionOptions) => Promise<T>;

/** The ways of one principal into a store. */
interface Access {
  call: CallOperation;
  health: AskHealth;
  transaction: Transaction;
}

/** What one principal may call. */
export class EmbeddedClient extends operationsOf {
  readonly #follow: (
    input: FollowInput,
    options: FollowOptions,
  ) => AsyncGenerator<FollowedEvent, void, undefined>;
  readonly #health: AskHealth;
  readonly #transaction: Transaction;

  constructor(memory: Memory, identity: Identity, { call, health, transaction }: Access) {
    super(call);
    this.#health = health;
    this.#transaction = transaction;
    const list = (input: object, options: FollowOptions) =>
      call("listDomainEvents", input, options) as Promise<Output<"listDomainEvents">>;
    this.#follow = (input, options) => followInProcess(memory, identity, list, input, options);
  }

  /** Events as they are committed, until you stop reading or abort. */
  followEvents(
    input: FollowInput = {},
    options: FollowOptions = {},
  ): AsyncGenerator<FollowedEvent, void, undefined> {
    return this.#follow(input, options);
  }

  /** Whether the store works, and how it is set up, as a server says of itself. */
  health(options: Parameters<AskHealth>[0] = {}): Promise<Health> {
    return this.#health(options);
  }

  /**
   * Runs several operations in one transaction: all of what they write is kept when `work` has resolved, and nothing if it
   * throws. An operation that fails leaves nothing; catch its error to go on with the others. Other calls of an embedded
   * store wait meanwhile, so do nothing slow in it. No model is asked: with one, what is written gets its vector later.
   */
  transaction<T>(work: (tx: Operations) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.#transaction(work, options);
  }
}

/** The operations of a memory that runs in this process, as methods. */
export class EmbeddedMemory extends EmbeddedClient {
  readonly #memory: Memory;
  readonly #worker: Worker | undefined;
  readonly #timeoutMs: number;
  #closing: Promise<void> | undefined;

  constructor(memory: Memory, worker: Worker | undefined, identity: Identity, timeoutMs: number) {
    super(memory, identity, {
      call: (...call) => this.#access(identity).call(...call),
      health: (options) => this.#access(identity).health(options),
      transaction: (work, options) => this.#access(identity).transaction(work, options),
    });
    this.#memory = memory;
    this.#worker = worker;
    this.#timeoutMs = timeoutMs;
  }

  /** The same store for another principal. What is closed is the store, for all of them. */
  as(identity: Identity): EmbeddedClient {
    checkIds(identity);
    return new EmbeddedClient(this.#memory, identity, this.#access(identity));
  }

  #access(identity: Identity): Access {
    const call = callInProcess(sendAs(this.#memory, identity), this.#timeoutMs);
    return {
      call: async (...given) => {
        this.#assertOpen();
        return call(...given);
      },
      health: (options) => this.#askHealth(options),
      transaction: async (work, options) => {
        this.#assertOpen();
        return transactionInProcess(this.#memory, identity, work, options);
      },
    };
  }

  async #askHealth({ signal, timeoutMs = this.#timeoutMs }: Parameters<AskHealth>[0]): Promise<Health> {
    this.#assertOpen();
    this.#assertOutside();
    signal?.throwIfAborted();
    const { services } = this.#memory;
    const runsJobs = this.#worker !== undefined;
    return within(healthOf(services, { probes: probesOf(services), runsJobs }), timeoutMs, signal);
  }

  #assertOpen(): void {
    if (!this.#closing) return;
    throw new PalimpsestClientError("UNAVAILABLE", "This memory was closed; open it again.");
  }

  /** Of what is no operation: in the callback of a transaction it would wait for that one's end. */
  #assertOutside(): void {
    try {
      assertOutside(this.#memory.services);
    } catch (error) {
      throw clientError(error);
    }
  }

  /** Ends the jobs, writes what waits and closes the store; the embedder too, if it owns it. */
  async close(): Promise<void> {
    this.#assertOutside();
    this.#closing ??= (async () => {
      await this.#worker?.stop();
      await this.#memory.close();
    })();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Opens a store in this process, without a server, with a method for each operation as a client of a server has. */
export async function openMemory(options: EmbeddedOptions): Promise<EmbeddedMemory> {
  const {
    dataDir,
    embedder = { provider: "builtin" },
    ownsEmbedder,
    timeoutMs = usualTimeoutMs,
    onError,
  } = options;
  const { tenantId, userId, agentId } = options;
  const identity = { tenantId, userId, agentId };
  checkIds(identity);
  // An empty path would be the working directory.
  if (typeof dataDir !== "string" || dataDir.trim() === "") throw new TypeError("dataDir must name a folder");
  const memory = await openCore({
    database: { dataDir, applicationName: "palimpsest-client" },
    embedder,
    ownsEmbedder,
    settings: { auth: "none" },
    migrate: true,
    onError,
  });
  try {
    const runsJobs = await memory.services.db.anonymous(mayRunJobs);
    const worker = runsJobs ? startWorker(memory.services, { kinds: jobKinds, onError }) : undefined;
    return new EmbeddedMemory(memory, worker, identity, timeoutMs);
  } catch (error) {
    await memory.close();
    throw error;
  }
}
