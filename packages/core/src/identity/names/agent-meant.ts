import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../principal.js";

/** The agent that is meant: an agent acts under its own name alone, people and services may name any. */
export function agentMeant(who: Principal, named: string | undefined): string | undefined {
  if (who.type !== "agent") return named;
  if (named === undefined || named === who.id) return who.id;
  throw new PalimpsestError("FORBIDDEN", "An agent uses its own agent_id alone; leave it out.");
}
