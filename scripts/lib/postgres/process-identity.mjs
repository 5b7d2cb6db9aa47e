import { readFileSync } from "node:fs";

/** Identifies a process by its pid and, where /proc has it, its start time, since pids are reused. */
export function processIdentity(pid) {
  return { pid, started: startTime(pid) };
}

/** Whether this very process still runs. */
export function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  return startTime(pid) === started;
}

function startTime(pid) {
  if (process.platform !== "linux") return null;
  try {
    // The command name may hold blanks and brackets, so count from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
