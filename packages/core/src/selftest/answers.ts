import { type OperationName, PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";
import type { CalledMemory } from "./world/called-memory.js";

export interface Answers {
  /** The answer as text, without what differs from call to call and without the id that was sent. */
  (who: Principal, operation: OperationName, input: unknown, sent: string): Promise<string>;
  /** How many calls were made. */
  calls(): number;
}

export function answersOf(memory: Pick<CalledMemory, "call">): Answers {
  let calls = 0;
  const answer = async (who: Principal, operation: OperationName, input: unknown, sent: string) => {
    calls += 1;
    const text = await memory.call(who, operation, input as never).then(
      (output) => `ok ${JSON.stringify(output)}`,
      (error: unknown) => {
        if (!(error instanceof PalimpsestError)) throw error;
        return `${error.code} ${error.message} ${JSON.stringify(error.details)}`;
      },
    );
    return text
      .replaceAll(sent, "<sent>")
      .replace(/\b[a-z]{2,3}_\d{27}\b/g, "<id>")
      .replace(/\breq_[0-9a-f-]{36}\b/g, "<request>")
      .replace(/\d{18}/g, "<fence>")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  };
  return Object.assign(answer, { calls: () => calls });
}

const fraction = /\d+\.\d+(?:e-?\d+)?/g;
/** Scores fall with the age of memories, by far less than this between two calls. */
const tolerance = 0.001;

/** Two answers that tell the same. */
export function areSame(one: string, other: string): boolean {
  const [ours, theirs] = [one.match(fraction) ?? [], other.match(fraction) ?? []];
  return (
    one.replace(fraction, "<score>") === other.replace(fraction, "<score>") &&
    ours.every((value, at) => Math.abs(Number(value) - Number(theirs[at])) < tolerance)
  );
}
