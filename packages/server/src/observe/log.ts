import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { type DroppingDestination, droppingDestination } from "./dropping-destination.js";
import { errorForLog } from "./error-for-log.js";
import { friendlyLine } from "./friendly-line.js";
import { terminalStream } from "./terminal-stream.js";

export type Log = Logger;

/**
 * Logs on stderr, since stdout may carry a protocol, without waiting for whoever reads it: JSON lines, or lines for a
 * person if it is a terminal. Callers log names, ids, codes and times, never input or output. Of an error only what cannot hold memory text is kept.
 */
export function createLog(level: string, destination: DestinationStream = stderr()): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorForLog },
      hooks: {
        // By default pino makes the message of an error the message of the line.
        logMethod(args: unknown[], method) {
          const [first, message, ...rest] = args;
          const line = first instanceof Error ? { err: first } : first;
          const isError = typeof line === "object" && line !== null && "err" in line;
          const shown: unknown[] = [line, message ?? (isError ? "failed" : undefined), ...rest];
          method.apply(this, shown as Parameters<LogFn>);
        },
      },
    },
    destination,
  );
}

let toStderr: DroppingDestination | undefined;

/** Lines for a person if stderr is a terminal, and else JSON. */
function stderr(): Pick<DroppingDestination, "write"> {
  const { isTTY } = process.stderr;
  toStderr ??= droppingDestination((isTTY && terminalStream()) || process.stderr);
  const { write } = toStderr;
  if (!isTTY) return { write };
  const colour = process.stderr.hasColors(process.env);
  return { write: (line) => write(friendlyLine(line, colour)) };
}

/** Lines of this process's log that were dropped because nobody read stderr. */
export const droppedLogLines = (): number => toStderr?.dropped() ?? 0;
