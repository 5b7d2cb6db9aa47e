import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";
import { writerOrigin } from "../work/index.js";

/**
 * By which path a recorded event came. An agent that reports what a person said is still the agent speaking: only a
 * person's own credential makes a memory a person's.
 */
export function originOf(who: Principal, actor: "human" | "agent" | "tool"): Draft["origin"] {
  if (actor === "tool") return "tool";
  if (who.type === "human" && actor === "agent") return "agent";
  return writerOrigin(who);
}
