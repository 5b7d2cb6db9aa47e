import type { Tx } from "../db/index.js";
import { type Lexicon, stemsOf } from "../substrate/index.js";
import { isFraming, nearbySpellings } from "../text/index.js";

/** So many unknown words of a query are looked into. */
const maxUnknown = 3;

export interface Respelt {
  said: string;
  read: string;
}

/**
 * Words of a query that stand nowhere, each with the nearest one that stands somewhere, if there is one. If the query has
 * no word that is known as it is, all of them must be near known ones: "Is the aquarium leaking?" is not about "leaving".
 */
export async function respell(
  tx: Tx,
  { terms }: Lexicon,
  countTerms: (terms: string[]) => Promise<ReadonlyMap<string, number>>,
): Promise<Respelt[]> {
  const topics = terms.filter(({ spelt }) => !spelt.every(isFraming));
  const isKnown = topics.some(({ df }) => df > 0);
  const words = topics
    .filter(({ df }) => df === 0)
    .flatMap(({ spelt }) => spelt.filter((word) => !isFraming(word)));
  if (!isKnown && words.length > maxUnknown) return [];
  const unknown = words.slice(0, maxUnknown).map((said) => ({ said, nearby: nearbySpellings(said) }));
  const nearby = unknown.flatMap((one) => one.nearby.map(({ word }) => word));
  if (nearby.length === 0) return [];
  const stems = new Map((await stemsOf(tx, nearby)).map(({ word, term }) => [word, term]));
  const counts = await countTerms([...new Set(stems.values())]);
  const countOf = (word: string) => counts.get(stems.get(word) ?? "") ?? 0;
  const respelt = unknown.flatMap(({ said, nearby }) => {
    const [best] = nearby
      .filter(({ word }) => countOf(word) > 0)
      .sort(
        (a, b) =>
          Number(b.slip) - Number(a.slip) || countOf(b.word) - countOf(a.word) || (a.word < b.word ? -1 : 1),
      );
    return best ? { said, read: best.word } : [];
  });
  return isKnown || respelt.length === words.length ? respelt : [];
}

/** A folded query with these words read as they were meant. */
export function withSpelling(folded: string, respelt: readonly Respelt[]): string {
  const read = new Map(respelt.map(({ said, read }) => [said, read]));
  return folded
    .split(" ")
    .map((word) => read.get(word) ?? word)
    .join(" ");
}

/** For `mode`: how the query was read. */
export const tellRespelt = (respelt: readonly Respelt[]): string =>
  respelt.map(({ said, read }) => `; "${said}" read as "${read}"`).join("");
