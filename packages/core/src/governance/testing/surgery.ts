import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import { message } from "../../testing/samples.js";
import { agent, human, type TestMemory } from "../../testing/test-memory.js";

type Edit = {
  op: string;
  patch?: object;
  reason?: string;
  cascade?: string;
  twins?: string;
  target_type?: string;
};

/** Short names for what tests of edits do over and over. */
export function surgery(memory: () => TestMemory) {
  let session = 0;
  return {
    /** A memory in a session of its own, so that no other test's words are near it. */
    async write(text: string, given: Parameters<typeof message>[1] = {}, who = human()): Promise<string> {
      session += 1;
      const event = message(text, { session_id: `surgery-${session}`, ...given });
      return (await memory().call(who, "recordEvent", event)).chunk_id!;
    },
    async derive(text: string, from: string[], who = human()): Promise<string> {
      return (await memory().call(who, "remember", { text, derived_from: from })).memory_id;
    },
    edit: (
      who: Principal,
      target_id: string,
      { target_type = "memory", reason = "because", ...edit }: Edit,
    ) => memory().call(who, "applyEdit", { target_type, target_id, reason, ...edit } as never),
    approve: (edit_id: string, who = human("rev")) => memory().call(who, "approveEdit", { edit_id }),
    reject: (edit_id: string, who = human("rev")) => memory().call(who, "rejectEdit", { edit_id }),
    async get(id: string, given: object = {}, who = human()) {
      const answer = await memory().call(who, "getChunks", { chunk_ids: [id], channel: "private", ...given });
      return answer.chunks[0];
    },
    async find(query: string, given: object = {}, who = human()): Promise<string[]> {
      const answer = await memory().call(who, "searchChunks", {
        query,
        channel: "private",
        limit: 50,
        ...given,
      });
      return answer.chunks.filter(({ text }) => text.includes(query.split(" ")[0]!)).map((c) => c.chunk_id);
    },
    history: (id: string, who = human()) => memory().call(who, "memoryHistory", { memory_id: id }),
    bot: agent("bot"),
  };
}

/** The code and message of what a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PalimpsestError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It was not refused.");
}

export const codeOf = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).code;
