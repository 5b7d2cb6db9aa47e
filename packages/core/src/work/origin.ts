import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";

/** The origin of what a principal writes directly: the principal itself. */
export const writerOrigin = (who: Principal): Pick<Draft, "origin" | "source"> => ({
  origin: who.type === "human" ? "human" : "agent",
  source: `${who.type}:${who.id}`,
});
