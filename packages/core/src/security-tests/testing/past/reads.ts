import { contract, type OperationName } from "@palimpsest/contract";

/** What stood in a tenant at some moment: one memory of each kind, all with the word heron. */
export interface Yard {
  chunk: string;
  decision: string;
  task: string;
  rule: string;
  /** Holds the chunk, and is handed to the reader. */
  capsule: string;
}

type Asking = { as_of: string; see_withheld?: boolean };
type Read = (yard: Yard, asking: Asking) => Record<string, unknown>;

/** How each operation that takes `as_of` is asked for all there was in the yard, and which of it answers. */
export const reads: Record<string, { input: Read; about: (keyof Yard)[] }> = {
  searchChunks: {
    input: (_, asking) => ({ query: "heron", channel: "private", limit: 50, ...asking }),
    about: ["chunk", "decision", "task"],
  },
  recall: {
    input: (_, asking) => ({ query: "heron", limit: 50, ...asking }),
    about: ["chunk", "decision", "task", "rule"],
  },
  getChunks: {
    input: ({ chunk, decision, task }, asking) => ({
      chunk_ids: [chunk, decision, task],
      channel: "private",
      ...asking,
    }),
    about: ["chunk", "decision", "task"],
  },
  chunkTimeline: {
    input: ({ chunk }, asking) => ({ chunk_id: chunk, channel: "private", ...asking }),
    about: ["chunk", "decision", "task"],
  },
  listDecisions: { input: (_, asking) => ({ channel: "private", ...asking }), about: ["decision"] },
  listTasks: { input: (_, asking) => ({ channel: "private", ...asking }), about: ["task"] },
  listRules: { input: (_, asking) => ({ channel: "private", ...asking }), about: ["rule"] },
  getCapsule: {
    input: ({ capsule }, asking) => ({ capsule_id: capsule, channel: "private", ...asking }),
    about: ["chunk"],
  },
  buildAcb: {
    input: (_, asking) => ({ session_id: "yard", channel: "private", query: "heron", ...asking }),
    about: ["chunk", "decision", "task", "rule"],
  },
  context: {
    input: (_, asking) => ({ session_id: "yard", query: "heron", ...asking }),
    about: ["chunk", "decision", "task", "rule"],
  },
};

/** The operations of the contract that take `as_of`, and tell what a read of the past leaves out. */
export const takeAsOf = (Object.keys(contract) as OperationName[]).filter(
  (name) => "as_of" in contract[name].input.shape && "see_withheld" in contract[name].input.shape,
);
