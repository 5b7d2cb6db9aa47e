import { PalimpsestError } from "@palimpsest/contract";
import { countTokens } from "@palimpsest/core";
import { type CutAnswer, cutAnswer } from "./cut-answer.js";

type Answer = Record<string, unknown>;

/** The prompt of a context or of a bundle; undefined in any other answer. */
export function promptOf(answer: Answer): string | undefined {
  const { prompt } = holderOf(answer);
  return typeof prompt === "string" ? prompt : undefined;
}

/** What an answer says beside its prompt: its id, whether it is identical, what is withheld; not the prompt in parts. */
export function besidePrompt({ acb, prompt, ...rest }: Answer): Answer {
  if (!isObject(acb)) return rest;
  const { acb_id, withheld, withheld_count } = acb;
  return { acb_id, withheld, withheld_count, ...rest };
}

/**
 * An answer of at most `maxTokens` whose prompt is whole, or an error. A prompt that were cut could end inside a
 * fence, and what comes after it would read as part of what others wrote. It counts as the text it is: the
 * backslashes of its JSON are no reason to leave anything out.
 */
export function cutAroundPrompt(answer: Answer, maxTokens: number): CutAnswer<Answer> {
  const prompt = promptOf(answer);
  if (prompt === undefined) return cutAnswer(answer, maxTokens);
  const room = maxTokens - countTokens(prompt);
  const cut = room > 0 ? cutAnswer(withPrompt(answer, ""), room) : undefined;
  if (!cut?.fits) throw tooLarge(maxTokens);
  return { ...cut, value: withPrompt(cut.value, prompt) };
}

const holderOf = (answer: Answer): Answer => (isObject(answer.acb) ? answer.acb : answer);

const withPrompt = (answer: Answer, prompt: string): Answer =>
  isObject(answer.acb) ? { ...answer, acb: { ...answer.acb, prompt } } : { ...answer, prompt };

const isObject = (value: unknown): value is Answer => typeof value === "object" && value !== null;

const tooLarge = (maxTokens: number) =>
  new PalimpsestError(
    "VALIDATION_ERROR",
    `The context is larger than the ${maxTokens} tokens that this tool may answer with; ask for a smaller max_tokens.`,
    { details: [{ path: "max_tokens", message: `max_tokens must be well below ${maxTokens}` }] },
  );
