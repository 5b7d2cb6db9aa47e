import type { Memory } from "@palimpsest/core";
import type { Workload } from "../lib/workload.js";
import { lanes } from "./lanes.js";

export const hotSession = "hot";

export interface Work {
  /** A memory from which others were made, and which contexts of the hot session show. */
  readonly root: string;
}

/** Fills every section of a context: rules, tasks, decisions, long turns; and makes memories from one of the turns. */
export const loadWork = async (
  memory: Memory,
  options: { tenantId: string; workload: Workload; work: number; derived: number },
): Promise<Work> => {
  const { tenantId, workload, work, derived } = options;
  const credential = { kind: "local", tenantId } as const;
  const say = (messages: number) => Array.from({ length: messages }, () => workload.message().text).join(" ");
  const call = <N extends Parameters<Memory["dispatch"]>[0]["operation"]>(operation: N, input: object) =>
    memory.dispatch({ operation, input, credential, surface: "sdk" });

  await lanes(work, () => call("createRule", { content: say(2) }));
  await lanes(work, () => call("createTask", { title: say(1).slice(0, 80), details: say(2) }));
  await lanes(work, () => call("createDecision", { decision: say(3), rationale: [say(1)] }));
  const turns: string[] = [];
  for (let n = 0; n < 20; n++) {
    const { output } = await call("recordEvent", {
      session_id: hotSession,
      channel: "private",
      actor_type: "human",
      actor_id: "somebody",
      kind: "message",
      content: { text: say(12) },
    });
    turns.push(output.chunk_id!);
  }
  const root = turns.at(-1)!;
  const summary = async (from: string) => {
    const { output } = await call("saveSummary", {
      text: say(2),
      scope: "project",
      subject_type: "customer",
      subject_id: "customer-1",
      session_id: "summaries",
      channel: "private",
      derived_from: [from],
    });
    return output.chunk_id;
  };
  const first = await lanes(Math.ceil(derived / 2), () => summary(root));
  await lanes(derived - first.length, (n) => summary(first[n % first.length]!));
  return { root };
};
