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

/** What is said of a memory that the policy does not let be read. */
const withheld = "[WITHHELD]";

/** Why a memory was edited, for those who may read it but for its edits, or see originals. Reasons quote what they are about. */
export const shownReason = (reader: Reader, memory: Guarded, reason: string): string =>
  seesOriginals(reader.who) || isCleared(reader, memory) ? reason : withheld;

function isCleared({ who, policy }: Reader, memory: Guarded): boolean {
  const { classes, saidIn } = clearanceOf(policy, "private");
  if (!(classes as string[]).includes(memory.boundary_class)) return false;
  return (saidIn as string[]).includes(memory.channel) && isWithinPolicy(policy, who, memory);
}

function mayRead(reader: Reader, memory: Guarded): boolean {
  if (!isCleared(reader, memory)) return false;
  // An event is quarantined when words that it tells are taken out of its document, and tells them still.
  if (memory.kind === "semantic_event" && memory.quarantined) return false;
  return reader.who.type === "human" || (!memory.quarantined && !memory.blocked_channels.includes("private"));
}
