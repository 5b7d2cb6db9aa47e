import type { Samples } from "./document-samples.js";

let next = 1;

/** Those of memories and histories that are their writer's alone, and of searches beside documents. */
export const storedSamples = {
  hybridSearch: () => ({ input: { query: "heron", include_memory: true } }),
  artifactDiff: (w) => ({
    input: { artifact_uid: w.document, from_revision_id: w.revision, to_revision_id: w.revision },
  }),
  memoryStore: (w) => ({
    input: { content: `a memory ${next++}`, type: "fact", confidence: 1, conversation_id: w.session },
  }),
  memorySearch: () => ({ input: { query: "heron" } }),
  memoryList: () => ({ input: { type: "fact" } }),
  memoryDelete: (w) => ({ input: { memory_id: w.stored }, who: w.ann }),
  historyAppend: (w) => ({
    input: { conversation_id: w.session, role: "user", content: "a turn", turn_index: next++ },
  }),
  historyGet: (w) => ({ input: { conversation_id: w.session }, who: w.ann }),
} satisfies Partial<Samples>;
