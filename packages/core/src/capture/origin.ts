import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";

/**
 * Where a write came from. An agent that reports what a person said is still the agent speaking: only a
 * person's own credential makes a memory a person's.
 */
export function originOf(
  who: Principal,
  actor?: { type: "human" | "agent" | "tool"; id: string; tool?: string },
): Pick<Draft, "origin" | "source"> {
  if (actor?.type === "tool") return { origin: "tool", source: `tool:${actor.tool ?? actor.id}` };
  if (who.type === "human") {
    return actor?.type === "agent"
      ? { origin: "agent", source: `agent:${actor.id}` }
      : { origin: "human", source: `human:${who.id}` };
  }
  return { origin: "agent", source: `${who.type}:${who.id}` };
}

/** 000's sensitivities as boundary classes. */
export const classOf = { none: "public", low: "internal", high: "pii", secret: "secret" } as const;
