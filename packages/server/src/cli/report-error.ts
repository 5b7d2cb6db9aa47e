import { type ErrorDetail, furtherDetails, PalimpsestError } from "@palimpsest/contract";
import { CommanderError } from "commander";
import { plain } from "./render/plain.js";
import { UsageError } from "./usage-error.js";

/** What to do about an error, where its message alone does not say. */
const nextSteps: Record<string, string> = {
  UNAUTHENTICATED:
    "Pass --key or set PALIMPSEST_API_KEY. `palimpsest key create` makes a key, on the server's machine and with the server's --data-dir or DATABASE_URL.",
  FORBIDDEN: "Act as someone who may: a key with a higher role; on a server without auth, --user NAME.",
  NOT_FOUND: "Check the id, and --tenant, --user and --agent: they decide what you can see.",
  UNAVAILABLE: "`palimpsest doctor` checks what is wrong.",
  MODEL_UNAVAILABLE: "`palimpsest doctor` checks the embedder.",
  INTERNAL: "`palimpsest doctor` checks the installation.",
};

/** This command line knows a route that the server does not. */
const oldServer = "Check --url; the server there may be older than this command line.";

interface Reported {
  code: string;
  message: string;
  details: ErrorDetail[];
}

/** Writes what went wrong and what to do next to stderr, and gives the exit code. */
export function reportError(error: unknown, json: boolean, write: (text: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    write(
      json
        ? `${JSON.stringify({ error: { code: "USAGE", message: error.message } })}\n`
        : `error: ${plain(error.message)}\n`,
    );
    return 2;
  }
  const reported = reportedOf(error);
  if (json) {
    write(`${JSON.stringify({ error: reported })}\n`);
    return 1;
  }
  write(`error: ${plain(reported.message)} (${reported.code})\n`);
  for (const line of furtherDetails(reported)) write(`  ${plain(line)}\n`);
  const next = reported.message.startsWith("No such route") ? oldServer : nextSteps[reported.code];
  if (next !== undefined) write(`  ${next}\n`);
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
