import { limits, type OperationName, type PalimpsestContract, type RawInputOf } from "@palimpsest/contract";
import type { Filled } from "../governance/fill.js";
import { authorName, lead } from "../governance/load-capsules.js";
import { hotSession } from "../governance/load-work.js";

export interface LargeInput<N extends OperationName> {
  readonly input: RawInputOf<PalimpsestContract[N]>;
  /** The agent that calls; absent: the person at the machine. */
  readonly as?: string;
  /** Further calls of the operation, of which the longest hold counts. */
  readonly further?: readonly RawInputOf<PalimpsestContract[N]>[];
}

export type LargeInputs = { readonly [N in OperationName]?: LargeInput<N> };

/** So many memories are handed over, or edited by their ids, in one call at most. */
const mostItems = 1_000;

/** Calls that ask for as much as the contract allows, where an example's own input is small. */
export const largeInputs = ({ workload, untouched, sources, root }: Filled): LargeInputs => {
  const words = (chars: number): string => {
    let text = "";
    while (text.length < chars) text += `${workload.message().text} `;
    return text.slice(0, chars).trim();
  };
  const query = words(limits.queryChars);
  const text = words(limits.textChars);
  const channel = "private";
  const [first = root] = untouched;
  const manyEvents = Array.from({ length: mostItems }, () => ({
    session_id: hotSession,
    channel: "private" as const,
    actor_type: "human" as const,
    actor_id: "ada",
    kind: "message" as const,
    content: { text: workload.message().text },
  }));
  return {
    recordEvent: {
      input: {
        session_id: hotSession,
        channel,
        actor_type: "human",
        actor_id: "ada",
        kind: "message",
        content: { text },
      },
    },
    recordEvents: {
      input: { events: manyEvents },
      further: [{ events: manyEvents, atomic: true }],
    },
    remember: { input: { text } },
    searchChunks: { input: { query, channel, explain: true } },
    recall: { input: { query } },
    chunkTimeline: { input: { chunk_id: first, channel } },
    getChunks: { input: { chunk_ids: untouched.slice(0, limits.ids), channel } },
    correct: { input: { memory_id: root, text, reason: "it was wrong" } },
    forget: { input: { memory_id: root, reason: "it was wrong" } },
    memoryHistory: { input: { memory_id: root } },
    listDecisions: { input: { channel } },
    listTasks: { input: { channel } },
    listEdits: { input: {} },
    previewEdit: { input: { target_type: "memory", target_id: root, op: "retract" } },
    applyEdit: {
      input: {
        target_type: "memory",
        target_id: root,
        op: "retract",
        cascade: "quarantine",
        reason: "it was wrong",
      },
      further: [{ target_type: "memory", target_id: root, op: "restore", reason: "it was right" }],
    },
    bulkEdit: {
      input: { writer: `agent:${sources[0]}`, op: "retract", reason: "it was fed false reports" },
      further: (["quarantine", "restore", "retract", "restore"] as const).map((op) => ({
        target_ids: untouched.slice(0, mostItems),
        op,
        reason: "for the measurement",
      })),
    },
    suspendPrincipal: { input: { principal_id: sources[1] ?? authorName(0), reason: "it was hijacked" } },
    createCapsule: {
      input: {
        subject_type: "user",
        subject_id: "ada",
        scope: "user",
        audience_agent_ids: [lead],
        items: { chunks: untouched.slice(0, mostItems) },
      },
    },
    listCapsules: { input: {}, as: lead },
    buildAcb: { input: { session_id: hotSession, channel, query: query }, as: lead },
    context: { input: { session_id: hotSession, query }, as: lead },
    listAudit: { input: {} },
  };
};
