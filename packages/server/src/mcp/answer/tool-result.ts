import type { CallToolResult } from "@modelcontextprotocol/server";
import { furtherDetails, PalimpsestError } from "@palimpsest/contract";
import type { Rate } from "@palimpsest/core";
import { besidePrompt, cutAroundPrompt, promptOf } from "./cut-around-prompt.js";

/** Room for the sentence that says what was cut. */
const noteTokens = 60;

/** How many tokens of a tool's answer are left for what it answers. */
export const withoutNote = (maxTokens: number): number => maxTokens - noteTokens;

/** The answer as structure, and the same as text for clients that read only that. */
export function answerResult(output: unknown, maxTokens: number): CallToolResult {
  const { value, left } = cutAroundPrompt(output as Record<string, unknown>, withoutNote(maxTokens));
  // A bundle is made to be read: its prompt is its text, and what else the answer says comes after it as compact JSON.
  const prompt = promptOf(value);
  const content: CallToolResult["content"] = [{ type: "text", text: prompt ?? JSON.stringify(value) }];
  if (prompt !== undefined) content.push({ type: "text", text: JSON.stringify(besidePrompt(value)) });
  if (left.length > 0) {
    const note = `Cut to ${maxTokens} tokens: ${left.join(", ")} left out. Narrow the request or ask for fewer.`;
    content.push({ type: "text", text: note });
  }
  return { content, structuredContent: value };
}

/** Errors that say to a client what it can do; all others are masked and go to the log. */
export const isForClient = (error: unknown): error is PalimpsestError =>
  error instanceof PalimpsestError && error.code !== "INTERNAL";

/** `CODE: message` for a model that has to decide what to do next. */
export function errorResult(error: unknown): CallToolResult {
  const content: CallToolResult["content"] = [{ type: "text", text: errorText(error) }];
  const seconds = isForClient(error) ? error.retryAfter : undefined;
  // Not as structure: clients check that against the tool's schema, which an error does not fit.
  return {
    isError: true,
    content,
    ...(seconds !== undefined && { _meta: { "palimpsest/retry_after": Math.ceil(seconds) } }),
  };
}

/** With where the caller stands with its rate limit, as the headers of an HTTP answer say it. */
export function withRate(result: CallToolResult, rate: Rate | undefined): CallToolResult {
  if (rate === undefined) return result;
  const { limit, remaining, resetAt: reset } = rate;
  return { ...result, _meta: { ...result._meta, "palimpsest/rate_limit": { limit, remaining, reset } } };
}

function errorText(error: unknown): string {
  if (!isForClient(error)) {
    return "INTERNAL: Something went wrong in the memory server. Its log says more; trying once more may help.";
  }
  const lines = [`${error.code}: ${error.message}`];
  for (const line of furtherDetails(error)) lines.push(`- ${line}`);
  if (error.retryAfter !== undefined) lines.push(`Try again in ${Math.ceil(error.retryAfter)} s.`);
  return lines.join("\n");
}
