import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";
import { writerOrigin } from "../work/index.js";

/**
 * Where a recorded event came from. An agent that reports what a person said is still the agent speaking: only a
 * person's own credential makes a memory a person's.
 */
export function originOf(
  who: Principal,
  actor: { type: "human" | "agent" | "tool"; id: string; tool?: string },
): Pick<Draft, "origin" | "source"> {
  if (actor.type === "tool") return { origin: "tool", source: `tool:${actor.tool ?? actor.id}` };
  if (who.type === "human" && actor.type === "agent") return { origin: "agent", source: `agent:${actor.id}` };
  return writerOrigin(who);
}
