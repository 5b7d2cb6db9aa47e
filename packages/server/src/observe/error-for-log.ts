import { PalimpsestError } from "@palimpsest/contract";
import { ZodError } from "zod";

export interface LoggedError {
  name: string;
  message?: string;
  at: string[];
  cause?: LoggedError;
  [fact: string]: unknown;
}

/** Properties of database and system errors that never hold a value from a row. */
const facts = ["code", "errno", "syscall", "severity", "table", "column", "constraint", "routine"];

/** What may be logged of an error and its causes. The message of an error that is not ours may quote memory text. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const known = Object.entries(error).filter(
    ([key, value]) => facts.includes(key) && typeof value !== "object",
  );
  return {
    name: error.name,
    ...(error instanceof PalimpsestError && { message: error.message }),
    ...(error instanceof ZodError && { issues: error.issues.slice(0, 5).map(issueForLog) }),
    ...Object.fromEntries(known),
    at: frames(error),
    ...(error.cause !== undefined && depth < 5 && { cause: errorForLog(error.cause, depth + 1) }),
  };
}

/** A schema issue. Of its path only what looks like a field name is kept, since the keys of a record are data. */
function issueForLog(issue: { code: string; path: PropertyKey[] }): string {
  const path = issue.path.map((part) => (/^(\d+|[a-z_]{1,40})$/.test(String(part)) ? String(part) : "?"));
  return `${path.join(".")}: ${issue.code}`;
}

/** The stack frames, without the message that the stack begins with. */
function frames({ stack = "", message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const rest = stack.slice(start + message.length).split("\n");
  return rest
    .filter((frame) => /^\s+at /.test(frame))
    .slice(0, 8)
    .map((frame) => frame.trim());
}
