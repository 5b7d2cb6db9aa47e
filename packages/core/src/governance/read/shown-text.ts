import type { Principal } from "../../identity/index.js";
import { clearanceOf, mayRead as isWithinPolicy, type JudgedMemory } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";

/** What of a memory's state decides who is shown its text. */
export interface Guarded extends JudgedMemory {
  retracted: boolean;
  quarantined: boolean;
  blocked_channels: string[];
  channel: string;
}

/** Those who may see originals may see whatever an edit has hidden. */
export const seesOriginals = (who: Principal): boolean => who.permissions.has("memory:original");

/** Who asks, and the policy that says what the private channel is cleared for. */
export type Reader = Pick<OperationContext, "who" | "policy" | "sawOriginals">;

/**
 * May this caller be shown the text outside a search, where no channel is named? It counts as a private one. The audit log
 * says so if only the right to see originals shows it.
 */
export function mayShow(reader: Reader, memory: Guarded): boolean {
  if (memory.retracted) return false;
  if (mayRead(reader, memory)) return true;
  if (!seesOriginals(reader.who)) return false;
  reader.sawOriginals();
  return true;
}

function mayRead({ who, policy }: Reader, memory: Guarded): boolean {
  const { classes, saidIn } = clearanceOf(policy, "private");
  if (!(classes as string[]).includes(memory.boundary_class)) return false;
  if (!(saidIn as string[]).includes(memory.channel)) return false;
  if (!isWithinPolicy(policy, who, memory)) return false;
  return who.type === "human" || (!memory.quarantined && !memory.blocked_channels.includes("private"));
}
