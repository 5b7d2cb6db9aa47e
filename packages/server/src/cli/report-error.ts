import { type ErrorDetail, furtherDetails, PalimpsestError } from "@palimpsest/contract";
import { CommanderError } from "commander";
import { plain } from "./render/layout/plain.js";
import { wrap } from "./render/layout/wrap.js";
import { UsageError } from "./usage-error.js";

/** What to do about an error, if its message does not say. */
const nextSteps: Record<string, string> = {
  UNAUTHENTICATED:
    "Pass --key or set PALIMPSEST_API_KEY. To create a key, run `palimpsest key create` on the server's machine with the server's --data-dir or DATABASE_URL.",
  FORBIDDEN: "Use a key with a higher role or, on a server without auth, --user NAME.",
  NOT_FOUND: "Check the id, and --tenant, --user and --agent, which decide what you can see.",
  UNAVAILABLE: "Run `palimpsest doctor` to find the problem.",
  MODEL_UNAVAILABLE: "Run `palimpsest doctor` to check the embedder.",
  INTERNAL: "Run `palimpsest doctor` to check the installation.",
};

/** For a route that this command line knows and the server does not. */
const oldServer = "Check --url. The server may be older than this command line.";

interface Reported {
  code: string;
  message: string;
  details: ErrorDetail[];
}

/** Writes what went wrong and what to do to stderr, on a terminal in lines of its width, and returns the exit code. */
export function reportError(
  error: unknown,
  json: boolean,
  write: (text: string) => void,
  width?: number,
): number {
  const say = (text: string) => write(`${wrap(text, width)}\n`);
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    write(
      json
        ? `${JSON.stringify({ error: { code: "USAGE", message: error.message } })}\n`
        : `${wrap(`error: ${plain(error.message)}`, width)}\n`,
    );
    return 2;
  }
  const reported = reportedOf(error);
  if (json) {
    write(`${JSON.stringify({ error: reported })}\n`);
    return 1;
  }
  say(`error: ${plain(reported.message)} (${reported.code})`);
  for (const line of furtherDetails(reported)) say(`  ${plain(line)}`);
  const next = reported.message.startsWith("No such route") ? oldServer : nextSteps[reported.code];
  if (next !== undefined) say(`  ${next}`);
  return 1;
}

function reportedOf(error: unknown): Reported {
  if (error instanceof PalimpsestError) {
    return { code: error.code, message: error.message, details: error.details };
  }
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known && typeof known.code === "string" ? known.code : "UNEXPECTED";
  return { code, message: known.message || known.name, details: [] };
}
