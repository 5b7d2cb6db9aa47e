import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";

/** A direct write is its writer's: a person's word, or an agent's. */
export const writerOrigin = (who: Principal): Pick<Draft, "origin" | "source"> => ({
  origin: who.type === "human" ? "human" : "agent",
  source: `${who.type}:${who.id}`,
});
