import { invalidField, PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../principal.js";

/** The agent that is meant: an agent acts under its own name alone, people and services may name any. */
export function agentMeant(who: Principal, named: string | undefined): string | undefined {
  if (who.type !== "agent") return named;
  if (named === undefined || named === who.id) return who.id;
  throw new PalimpsestError("FORBIDDEN", "An agent uses its own agent_id alone; leave it out.");
}

/** The agent that a new memory belongs to. People say which one is meant. */
export function agentNamed(who: Principal, named: string | undefined): string {
  const agentId = agentMeant(who, named);
  if (agentId === undefined) throw invalidField("agent_id", "is needed: say which agent is meant");
  return agentId;
}
