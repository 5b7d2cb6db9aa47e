import { type Automaton, automatonOf } from "./automaton.js";
import { Characters } from "./characters.js";
import { PatternError, parsePattern } from "./parse.js";
import { holdsAll, type Present, requiredBy } from "./required.js";
import { type Match, Search, type Tables } from "./search.js";
import { bitOf, positionsOf, type Steps, stepsAt, wordsFor } from "./steps.js";
import { inRanges, isEmpty, type Range } from "./syntax.js";

/** A regular expression that finds all that it matches in time proportional to the text. */
export interface Pattern {
  /** How much work each character of a text is at worst; a simple pattern of up to 32 characters costs about 6. */
  readonly cost: number;
  /** Whether it can match anything in a text with these characters: quick to tell, and no for most. */
  canMatch(present: Present): boolean;
  /** Every character that belongs to a match, as ranges. */
  find(text: string): Match[];
  /** The same in slices. */
  search(text: string): Search;
}

/** A pattern, or why it is refused, in words that complete "find …". */
export function compilePattern(source: string): Pattern | { refused: string } {
  try {
    const tree = parsePattern(source);
    if (isEmpty(tree)) return { refused: "matches an empty text, which is everywhere" };
    const automaton = automatonOf(tree);
    if (!automaton)
      return { refused: "has too many repetitions to be matched in linear time; write a shorter one" };
    return patternOf(automaton, requiredBy(tree));
  } catch (error) {
    if (error instanceof PatternError) return { refused: error.message };
    throw error;
  }
}

function patternOf(automaton: Automaton, required: (readonly Range[])[]): Pattern {
  const tables = tablesOf(automaton);
  const search = (text: string) => new Search(tables, text);
  return {
    // A text has one beginning and one end, so the steps there do not count.
    cost: Math.max(tables.at(bitOf("boundary")).cost, tables.at(bitOf("inside")).cost),
    canMatch: (present) => holdsAll(present, required),
    search,
    find: (text) => {
      const searching = search(text);
      searching.advance(Number.POSITIVE_INFINITY);
      return searching.matches;
    },
  };
}

function tablesOf(automaton: Automaton): Tables {
  const positions = positionsOf(automaton);
  const words = wordsFor(positions.length);
  const characters = new Characters(positions.flatMap(({ ranges }) => ranges));
  const takers = new Int32Array(characters.count * words);
  for (const [at, { ranges }] of positions.entries()) {
    for (let ofClass = 0; ofClass < characters.count; ofClass++) {
      if (inRanges(ranges, characters.sample(ofClass)))
        takers[ofClass * words + (at >> 5)]! |= 1 << (at & 31);
    }
  }
  const hasAssertions = automaton.edges.some(({ assertion }) => assertion !== undefined);
  const everywhere = hasAssertions ? undefined : stepsAt(automaton, 0);
  const known: (Steps | undefined)[] = [];
  const at = (place: number): Steps => {
    const steps = everywhere ?? known[place] ?? stepsAt(automaton, place);
    known[place] = steps;
    return steps;
  };
  // Where every assertion holds, every first position begins a match.
  const { first } = stepsAt(automaton, bitOf("start") | bitOf("end") | bitOf("boundary") | bitOf("inside"));
  const starts = Uint8Array.from({ length: characters.count }, (_, ofClass) =>
    first.some((bits, word) => (bits & takers[ofClass * words + word]!) !== 0) ? 1 : 0,
  );
  return { words, characters, takers, starts, everywhere, at };
}
