import { readFileSync } from "node:fs";

/** A process, told apart from a later one with the same number by its start time where /proc gives it. */
export function processIdentity(pid) {
  return { pid, started: startTime(pid) };
}

/** Whether the very process that was noted still runs. */
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
    // The command name may hold blanks and brackets; the fields after its closing one are plain.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
