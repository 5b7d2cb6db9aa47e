import { foldForSearch } from "../../text/index.js";

/** Whom a query names, of those who speak in what was found for it. */
export interface NamedSpeakers {
  /** The query's words that are names of speakers. */
  names: ReadonlySet<string>;
  /** The one speaker that it names; undefined if it names none or several. */
  only: string | undefined;
}

/** Shorter words are rather initials than names. */
const shortestName = 2;

export function namedSpeakers(words: readonly string[], speakers: Iterable<string | null>): NamedSpeakers {
  const asked = new Map(
    words.flatMap(
      (word) =>
        [[word, word], ...(word.endsWith("s") ? [[word.slice(0, -1), word]] : [])] as [string, string][],
    ),
  );
  const names = new Set<string>();
  const named = new Set<string>();
  for (const speaker of new Set(speakers)) {
    if (speaker === null) continue;
    for (const name of foldForSearch(speaker).split(" ")) {
      const word = name.length < shortestName ? undefined : asked.get(name);
      if (word === undefined) continue;
      names.add(word);
      named.add(speaker);
    }
  }
  const [only] = named;
  return { names, only: named.size === 1 ? only : undefined };
}
