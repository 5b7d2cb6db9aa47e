import type { Principal } from "../../../identity/index.js";
import { message } from "../../../testing/samples.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { Written } from "./fold-model.js";
import type { StepOf } from "./steps.js";

/** Writes a memory by one of the operations that do. Some of them say themselves where it was said or who sees it. */
export async function writeMemory(
  { call }: TestMemory,
  who: Principal,
  { kind, channel, sensitivity, visibility }: StepOf<"write">,
  text: string,
): Promise<Written & { id: string }> {
  const project = { scope: "project", project_id: "p" } as const;
  const event = { session_id: "life", content: project, channel, sensitivity };
  const said = {
    text,
    importance: 0,
    owner: who.id,
    channel,
    sensitivity: "none",
    visibility: "tenant",
  } as const;
  const actor = { actor_type: who.type === "human" ? "human" : "agent", actor_id: who.id } as const;
  const writes: (() => Promise<Written & { id: string }>)[] = [
    async () => {
      const { chunk_id } = await call(who, "recordEvent", message(text, { ...event, ...actor }));
      return { ...said, id: chunk_id!, kind: "chunk", sensitivity };
    },
    async () => {
      const { memory_id } = await call(who, "remember", { text, channel, visibility, ...project });
      return { ...said, id: memory_id, kind: "chunk", visibility };
    },
    async () => {
      const { memory_id: decision_id } = await call(who, "createDecision", { decision: text, channel });
      return { ...said, id: decision_id, kind: "decision" };
    },
    async () => {
      const { memory_id: task_id } = await call(who, "createTask", { title: text, channel });
      return { ...said, id: task_id, kind: "task" };
    },
    async () => {
      const { memory_id: rule_id } = await call(who, "createRule", { content: text });
      return { ...said, id: rule_id, kind: "rule", channel: "public" };
    },
  ];
  // Rules hold for everybody, so agents write none.
  return writes[kind % (who.type === "human" ? 5 : 4)]!();
}
