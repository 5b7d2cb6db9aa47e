import type { Memory } from "@palimpsest/core";
import type { Conversation } from "../lib/corpus.js";
import type { Explained } from "./fit/weights.js";

const credential = { kind: "local" } as const;

/** Writes each turn as an event, as an application would, and returns which turn each chunk came from. */
const write = async (memory: Memory, { id, turns }: Conversation): Promise<Map<string, string>> => {
  const turnOf = new Map<string, string>();
  for (const turn of turns) {
    const { output } = await memory.dispatch({
      operation: "recordEvent",
      credential,
      surface: "sdk",
      input: {
        session_id: `${id}.${turn.session}`,
        channel: "private",
        actor_type: turn.role,
        actor_id: turn.speaker,
        kind: "message",
        content: { text: turn.text, project_id: id },
        occurred_at: turn.at,
      },
    });
    if (output.chunk_id) turnOf.set(output.chunk_id, turn.id);
  }
  return turnOf;
};

/** The product's own write and search path over one conversation; what it wrote can be asked again. */
export const writeProduct = async (memory: Memory, conversation: Conversation, depth: number) => {
  const turnOf = await write(memory, conversation);
  return { ask: () => askProduct(memory, conversation, turnOf, depth) };
};

const askProduct = async (
  memory: Memory,
  conversation: Conversation,
  turnOf: Map<string, string>,
  depth: number,
): Promise<Explained[]> => {
  const judged: Explained[] = [];
  for (const { text, category, evidence } of conversation.questions) {
    const { output } = await memory.dispatch({
      operation: "searchChunks",
      credential,
      surface: "sdk",
      input: { query: text, project_id: conversation.id, channel: "private", limit: depth, explain: true },
    });
    const results = output.chunks.map(({ chunk_id, relevance, parts }) => ({
      id: turnOf.get(chunk_id) ?? chunk_id,
      relevance,
      parts: parts ?? {},
    }));
    const ranking = [...new Set(results.map(({ id }) => id))];
    judged.push({ conversation: conversation.id, category, evidence, ranking, results });
  }
  return judged;
};
