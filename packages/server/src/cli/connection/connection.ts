import type { OperationName } from "@palimpsest/contract";
import type { Rate } from "@palimpsest/core";
import type { Globals } from "../globals.js";

/** Runs operations, on a database that this process opens or on a server. */
export interface Connection {
  /** The server or store, for messages. */
  store: string;
  /**
   * `onCounted` is told where the caller stands with its rate limit, if its calls are counted. With `forLess`, it is the
   * last call once more, for less of its answer; a server counts that as a call of its own.
   */
  call(
    operation: OperationName,
    input: object,
    onCounted?: (rate: Rate) => void,
    forLess?: boolean,
  ): Promise<unknown>;
  /** Tells the audit log of a message that could not be read. Absent on a server, which never sees the message. */
  refused?(code: string): Promise<void>;
  /** Runs the jobs that wait, telling of each that ended. Absent where a server or a worker runs them. */
  finishJobs?(signal: AbortSignal, onEnd: () => void): Promise<void>;
  close(): Promise<void>;
}

export type Actor = Pick<Globals, "agent" | "user">;
