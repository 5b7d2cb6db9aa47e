import type { Random } from "../lib/random.js";
import type { Workload } from "../lib/workload.js";
import type { Chunk } from "./chunk.js";

const agents = 20;
/** One message in so many is a long answer, put together from so many short ones. */
const longEvery = 10;
const longParts = [6, 14] as const;

/** Short messages of people and agents, with long answers among them. A session has one writer. */
export const makeChunks = (workload: Workload, random: Random, count: number): Chunk[] =>
  Array.from({ length: count }, (_, n): Chunk => {
    const { session, text, at } = workload.message();
    const more = n % longEvery === 0 ? random.int(...longParts) : 0;
    const parts = [text, ...Array.from({ length: more }, () => workload.message().text)];
    const group = Math.floor(Number(session.slice(1)) / 2);
    const agentId = group % 3 === 0 ? `agent-${group % agents}` : undefined;
    return {
      session: `${session}.${agentId ?? "person"}`,
      text: parts.join(" "),
      at,
      agentId,
      actor: agentId ?? "somebody",
    };
  });

/** What one source wrote and is to be taken back. */
export const makeSource = (workload: Workload, name: string, count: number): Chunk[] =>
  Array.from({ length: count }, () => {
    const { session, text, at } = workload.message();
    return { session: `${session}.${name}`, text, at, agentId: name, actor: name };
  });
