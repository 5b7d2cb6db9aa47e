import type { Principal } from "../identity/index.js";
import type { Draft } from "../substrate/index.js";

/** The origin of what a principal writes directly. */
export const writerOrigin = (who: Principal): Draft["origin"] => (who.type === "human" ? "human" : "agent");
