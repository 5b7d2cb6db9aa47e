import type { EventCategory } from "../event.js";
import { categoryCues } from "./all.js";
import { isDenied } from "./denials.js";
import { isGuarded } from "./guards.js";
import { words } from "./words.js";

/** A cue in a sentence: what it says, how clearly, and where. */
export interface Cue {
  category: EventCategory;
  weight: number;
  index: number;
  said: string;
}

export const weights = { label: 0.95, heading: 0.9, strong: 0.85, usual: 0.7, weak: 0.5 } as const;

/** Letters of Latin scripts: expressions with Unicode properties are several times slower. */
const letter = "A-Za-z\\u00c0-\\u024f";
const boundary = `(?:(?<![${letter}0-9])|(?=['’]))`;
const expand = (source: string): string =>
  source.replace(/\{([a-z]+)\}/g, (whole, name: string) => words[name] ?? whole);

function compile(sources: string[]): RegExp | undefined {
  if (sources.length === 0) return undefined;
  const alternatives = sources.map((source) => {
    const full = expand(source)
      .replaceAll(/'(?!’)/g, "['’]")
      .replaceAll("[['’]’", "['’");
    return source.endsWith(" ") ? full : `(?:${full})(?![${letter}0-9])`;
  });
  const latin = alternatives.join("|").replaceAll("\\p{L}", letter).replaceAll("\\p{N}", "0-9");
  return new RegExp(`${boundary}(?:${latin})`, "gi");
}

const compiled = categoryCues.map(({ category, strong, usual, weak }) => ({
  category,
  groups: (
    [
      [weights.strong, compile(strong)],
      [weights.usual, compile(usual)],
      [weights.weak, compile(weak)],
    ] as const
  ).filter((group): group is [(typeof group)[0], RegExp] => group[1] !== undefined),
}));

/** The cues of a sentence that nothing takes back. */
export function findCues(sentence: string): Cue[] {
  return compiled.flatMap(({ category, groups }) => {
    const cues: Cue[] = [];
    let isTakenBack = false;
    for (const [weight, expression] of groups) {
      // A date confirms nothing that the verb denies.
      if (weight === weights.weak && isTakenBack && cues.length === 0) break;
      for (const match of sentence.matchAll(expression)) {
        const cue = { category, weight, index: match.index, said: match[0] };
        if (!isGuarded(sentence, cue)) cues.push(cue);
        else isTakenBack ||= isDenied(sentence, cue);
      }
    }
    return cues;
  });
}
