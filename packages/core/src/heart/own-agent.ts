import { invalidField } from "@palimpsest/contract";
import { agentMeant, type Principal } from "../identity/index.js";

/** The agent that a new memory belongs to. People say which one is meant. */
export function agentNamed(who: Principal, named: string | undefined): string {
  const agentId = agentMeant(who, named);
  if (agentId === undefined) throw invalidField("agent_id", "is needed: say which agent is meant");
  return agentId;
}
