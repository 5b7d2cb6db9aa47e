import { inSlices } from "../../async/index.js";
import { redact, windowsOf } from "../../text/index.js";
import type { Policy } from "../policy.js";
import { inspect } from "./inspect.js";
import type { Detected } from "./rules.js";

type Rules = Pick<Policy, "boundary_classes" | "redact_policies">;

/** What must not be seen outside: secrets and personal data, and whatever else the policy masks in its class. */
async function hidden(policy: Rules, text: string): Promise<Detected[]> {
  const { detected } = await inSlices(inspect(policy, text));
  return detected.filter(
    ({ name, class: found }) =>
      found === "secret" || found === "pii" || policy.boundary_classes[found].redact.includes(name),
  );
}

/** A text as a service may see it. */
export async function outgoingText(policy: Rules, text: string): Promise<string> {
  const found = await hidden(policy, text);
  return found.length === 0 ? text : redact(text, found);
}

/** The same with blocks of the same length, so that all offsets stay, and with the line breaks. */
export const blockedOut = async (policy: Rules, text: string): Promise<string> =>
  withBlocks(text, await hidden(policy, text));

/** The same for a text of any length. */
export async function blockedOutLong(policy: Rules, text: string): Promise<string> {
  const found: Range[] = [];
  for await (const { seen, start } of windowsOf(text)) {
    // Windows overlap; what is found twice is masked once.
    for (const one of await hidden(policy, seen))
      found.push({ start: start + one.start, end: start + one.end });
  }
  return withBlocks(text, found);
}

type Range = Pick<Detected, "start" | "end">;

function withBlocks(text: string, found: Range[]): string {
  const marks = merged(found).map(({ start, end }) => ({ start, end, mark: blocks(text.slice(start, end)) }));
  return marks.length === 0 ? text : redact(text, marks);
}

const blocks = (text: string) => text.replace(/[^\n]/g, "█");

/** Ranges that overlap are one: the length of the text must stay. */
function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
