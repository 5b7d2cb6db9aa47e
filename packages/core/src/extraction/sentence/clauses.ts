import { type Cue, weights } from "../cues/find-cues.js";
import type { EventCategory } from "../event.js";

/** A part of a sentence, by offsets within it. */
export interface Clause {
  start: number;
  end: number;
}

const maxClauses = 6;
const joint = /;\s+|,?\s+(?:and|but|while|whereas)\s+|\s+[–—]\s+/gi;
/** A clause of its own begins with whom or what it speaks of. */
const ownSubject =
  /^(?:(?:then|also|now|yesterday|today|later)\s+)?(?:i|we|he|she|they|you|it|there|one|two|several|nobody|the|our|my|his|her|their|this|that|these|all|\p{Lu}[\p{L}'’.-]*)\b/iu;

/** The parts of a sentence that could each tell of something: between "and", "but" and semicolons, with own subjects. */
export function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = [{ start: 0, end: sentence.length }];
  for (const match of sentence.matchAll(joint)) {
    if (clauses.length === maxClauses) break;
    const start = match.index + match[0].length;
    if (!match[0].startsWith(";") && !ownSubject.test(sentence.slice(start))) continue;
    clauses.at(-1)!.end = match.index;
    clauses.push({ start, end: sentence.length });
  }
  return clauses;
}

/** What was done and who met in one sentence is one occurrence more often than two. */
const toldAtOnce: ReadonlySet<EventCategory> = new Set(["Execution", "Collaboration"]);

/** What a sentence tells: one cue for all of it, or one for each part if each has a clear one of its own. */
export function choose(
  sentence: string,
  cues: Cue[],
  best: (cues: Cue[]) => Cue | undefined,
): { cue: Cue; clause: Clause }[] {
  const whole = { start: 0, end: sentence.length };
  const first = best(cues);
  if (first === undefined) return [];
  const clauses = clausesOf(sentence);
  const found = clauses.flatMap((clause) => {
    const cue = best(cues.filter(({ index }) => index >= clause.start && index < clause.end));
    return cue !== undefined && cue.weight >= weights.usual ? [{ cue, clause }] : [];
  });
  const categories = new Set(found.map(({ cue }) => cue.category));
  if (categories.size === 1 && toldAtOnce.has(found[0]!.cue.category) && !sentence.includes(";"))
    return [{ cue: first, clause: whole }];
  const isSure = sentence.includes(";") || found.filter(({ cue }) => cue.weight >= weights.strong).length > 1;
  return found.length > 1 && isSure ? found : [{ cue: first, clause: whole }];
}
