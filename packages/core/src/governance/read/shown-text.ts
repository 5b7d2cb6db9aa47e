import type { Principal } from "../../identity/index.js";

/** What of a memory's state decides who is shown its text. */
export interface Guarded {
  retracted: boolean;
  quarantined: boolean;
  blocked_channels: string[];
  boundary_class: string;
}

/** Those who may see originals may see whatever an edit has hidden. */
export const seesOriginals = (who: Principal): boolean => who.permissions.has("memory:original");

/** May this caller be shown the text outside a search, where no channel is named? */
export function mayShow(who: Principal, memory: Guarded): boolean {
  if (memory.retracted) return false;
  if (seesOriginals(who)) return true;
  if (memory.boundary_class === "secret") return false;
  return who.type === "human" || (!memory.quarantined && !memory.blocked_channels.includes("private"));
}
