import type { Message } from "../lib/workload.js";

/** A message and the person or agent who writes it down. */
export interface Chunk extends Message {
  /** Undefined: the person at the machine. */
  readonly agentId: string | undefined;
  readonly actor: string;
}
