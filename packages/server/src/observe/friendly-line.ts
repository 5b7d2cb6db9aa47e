import { styleText } from "node:util";

interface Line {
  level: string;
  time: string;
  msg?: string;
  [field: string]: unknown;
}

/** Fields that only a machine needs. */
const unshown = new Set(["level", "time", "msg", "requestId", "traceId"]);

/** A line of the log for a person at a terminal: its time, what happened, and the facts. */
export function friendlyLine(json: string, colour: boolean): string {
  const line = JSON.parse(json) as Line;
  const paint = (format: "dim" | "yellow" | "red", text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const { level, time, msg = "" } = line;
  const facts = level === "info" && msg === "request" ? requestFacts(line) : [msg, ...factsOf(line)];
  const text = facts.join(" ");
  const serious = level === "warn" || level === "error" || level === "fatal";
  const shown = serious ? paint(level === "warn" ? "yellow" : "red", `${level}: ${text}`) : text;
  return `${paint("dim", time.slice(11, 19))} ${shown}\n`;
}

const requestFacts = ({ operation, method, status, ms }: Line): string[] => [
  `${method} ${operation}`,
  `${status}`,
  `in ${ms} ms`,
];

function factsOf(line: Line): string[] {
  return Object.entries(line).flatMap(([name, value]) => {
    if (unshown.has(name) || value === undefined || value === null) return [];
    if (name === "err") return [`(${errorText(value)})`];
    return [`${name}=${typeof value === "object" ? JSON.stringify(value) : value}`];
  });
}

function errorText(error: unknown): string {
  const { name, code, message } = error as { name: string; code?: string; message?: string };
  return [name, code, message].filter((part) => part !== undefined).join(" ");
}
