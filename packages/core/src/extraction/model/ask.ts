import { ChatFailure, type ChatMessage, type ChatModel } from "../../models/index.js";
import { repairRequest } from "./prompts.js";

/** So much of an answer that could not be read is shown to the model again. */
const maxShown = 8_000;

export interface Question {
  messages: readonly ChatMessage[];
  schema: { name: string; schema: object };
  /** The list that the answer must have. */
  list: string;
}

/** The model's answer as an object with the list that was asked for. One that cannot be read gets one repair turn. */
export async function ask(
  model: ChatModel,
  { messages, schema, list }: Question,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const first = await model.complete(messages, schema, signal);
  const answer = readAnswer(first, list);
  if (answer !== undefined) return answer;
  const shown: ChatMessage = { role: "assistant", content: first.slice(0, maxShown) || "(empty)" };
  const repaired = readAnswer(
    await model.complete([...messages, shown, repairRequest(list)], schema, signal),
    list,
  );
  if (repaired !== undefined) return repaired;
  throw new ChatFailure(
    "INVALID_JSON_SCHEMA",
    `The model ${model.model} answered twice without a JSON object that has "${list}".`,
  );
}

const fence = /```[a-z]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```/gi;

/** The JSON object of an answer, or of the one fenced block in it; undefined if there is none with the list. */
export function readAnswer(text: string, list: string): Record<string, unknown> | undefined {
  const fences = [...text.matchAll(fence)];
  const candidates = [text, ...(fences.length === 1 ? [fences[0]![1]!] : [])];
  for (const candidate of candidates) {
    const value = parsed(candidate);
    if (
      typeof value === "object" &&
      value !== null &&
      Array.isArray((value as Record<string, unknown>)[list])
    ) {
      return value as Record<string, unknown>;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
