import { readFileSync } from "node:fs";
import { sqlState } from "../../db-errors.js";

/** When the process started, in clock ticks since boot, and its state (T: stopped). Undefined if not to be seen. */
export function lookAtProcess(pid: number): { startTime: string; stopped: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses, which may hold spaces: count from the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { startTime: fields[19] ?? "", stopped: fields[0] === "T" };
  } catch (error) {
    if (sqlState(error) === "ENOENT" || sqlState(error) === "ESRCH") return undefined;
    throw error;
  }
}
