import { countTokens, cutText } from "@palimpsest/core";

export interface CutAnswer<T> {
  value: T;
  /** What was left out, in words; empty when nothing was. */
  left: string[];
  /** False if it is too long even with all that may be cut gone. */
  fits: boolean;
}

interface Place<V> {
  name: string;
  value: V;
  /** Length of its JSON. */
  size: number;
  replace: (value: V) => void;
}

/**
 * Strings shorter than this are ids, dates and names, which a schema may constrain: they are never cut. Lists of less
 * than this are the last to go: they free no room, and what they name would be wrong without the rest.
 */
const shortestCut = 400;
/** No text is this dense; more bytes than this need not be tokenized to know that they are too many. */
const bytesPerToken = 16;

/**
 * An answer of at most `maxTokens` tokens as JSON. Drops items from the end of the longest list, then shortens the
 * longest text: what remains still satisfies the schema it came from.
 */
export function cutAnswer<T>(answer: T, maxTokens: number): CutAnswer<T> {
  if (fits(answer, maxTokens)) return { value: answer, left: [], fits: true };
  const root = { answer: structuredClone(answer) };
  const left: string[] = [];
  for (;;) {
    if (fits(root.answer, maxTokens)) return { value: root.answer, left, fits: true };
    const places = placesIn(root);
    const cut =
      cutList(
        longest(places.lists, (list) => list.value.length > 1 && list.size > shortestCut),
        1,
        root,
        maxTokens,
      ) ??
      shorten(
        longest(places.texts, (text) => text.value.length > shortestCut),
        root,
        maxTokens,
      ) ??
      cutList(
        longest(places.lists, (list) => list.value.length > 0),
        0,
        root,
        maxTokens,
      );
    if (cut === undefined) return { value: root.answer, left, fits: false };
    left.push(cut);
  }
}

/** Whether a value has at most so many tokens as JSON. */
export function fits(value: unknown, maxTokens: number): boolean {
  const json = JSON.stringify(value);
  if (json.length <= maxTokens / 3) return true;
  return json.length <= maxTokens * bytesPerToken && countTokens(json) <= maxTokens;
}

/** Keeps as many leading items as fit, and no fewer than `fewest`. */
function cutList(
  place: Place<unknown[]> | undefined,
  fewest: number,
  root: { answer: unknown },
  maxTokens: number,
) {
  if (place === undefined) return undefined;
  const kept = greatestPassing(fewest, place.value.length - 1, (count) => {
    place.replace(place.value.slice(0, count));
    return fits(root.answer, maxTokens);
  });
  place.replace(place.value.slice(0, kept));
  return `${place.value.length - kept} of ${place.value.length} ${place.name}`;
}

function shorten(place: Place<string> | undefined, root: { answer: unknown }, maxTokens: number) {
  if (place === undefined) return undefined;
  const shortened = (length: number) => `${cutText(place.value, length)}…`;
  const kept = greatestPassing(shortestCut - 1, place.value.length - 1, (length) => {
    place.replace(shortened(length));
    return fits(root.answer, maxTokens);
  });
  place.replace(shortened(kept));
  return `the end of a ${place.name}`;
}

/** The greatest number in the range that passes, or the least number of the range if none does. */
export function greatestPassing(least: number, greatest: number, passes: (n: number) => boolean): number {
  let low = least;
  let high = greatest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const longest = <V>(places: Place<V>[], wanted: (place: Place<V>) => boolean): Place<V> | undefined =>
  places
    .filter(wanted)
    .reduce<Place<V> | undefined>((best, at) => (best && best.size >= at.size ? best : at), undefined);

function placesIn(root: object) {
  const lists: Place<unknown[]>[] = [];
  const texts: Place<string>[] = [];
  const walk = (holder: Record<string, unknown>, key: string, name: string) => {
    const value = holder[key];
    const replace = (next: unknown) => {
      holder[key] = next;
    };
    // Half a cursor is none.
    if (typeof value === "string" && key !== "next_cursor")
      texts.push({ name, value, size: value.length, replace });
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) lists.push({ name, value, size: JSON.stringify(value).length, replace });
    const inner = value as Record<string, unknown>;
    for (const at of Object.keys(inner)) walk(inner, at, Array.isArray(value) ? name : at);
  };
  for (const key of Object.keys(root)) walk(root as Record<string, unknown>, key, key);
  return { lists, texts };
}
