import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { sqlState } from "../db-errors.js";

/** Identifies a process, also after its pid has been reused. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** In clock ticks since boot; null if the system does not tell. */
  startTime: string | null;
}

function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses, which may hold spaces: count from the last one.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch (error) {
    if (sqlState(error) === "ENOENT" || sqlState(error) === "ESRCH") return null;
    throw error;
  }
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), startTime: startTime(process.pid) };
}

/** Whether the process runs; `unknown` if it is on another host. */
export function liveness(who: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (who.host !== hostname()) return "unknown";
  try {
    process.kill(who.pid, 0);
  } catch (error) {
    if (sqlState(error) === "ESRCH") return "dead";
    if (sqlState(error) !== "EPERM") throw error;
  }
  if (who.startTime === null) return "alive";
  return startTime(who.pid) === who.startTime ? "alive" : "dead";
}
