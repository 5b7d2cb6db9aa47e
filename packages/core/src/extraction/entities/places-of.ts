import { ownTurn } from "../../async/index.js";
import type { Mention } from "../event.js";

const word = /[\p{L}\p{N}\p{M}]+/gu;
const wordPart = /[\p{L}\p{N}\p{M}]/u;
/** The event loop is let go after so many milliseconds of work. */
const turnMs = 12;

/** Where each of these names stands in a text as words of their own. The text is read once, however many there are. */
export async function placesOf(text: string, names: Iterable<string>): Promise<Map<string, Mention[]>> {
  const places = new Map<string, Mention[]>();
  const byWord = new Map<string, { name: string; offset: number }[]>();
  for (const name of names) {
    const first = name.matchAll(word).next().value;
    if (first === undefined || places.has(name)) continue;
    places.set(name, []);
    byWord.set(first[0], [...(byWord.get(first[0]) ?? []), { name, offset: first.index }]);
  }
  let turnEnds = performance.now() + turnMs;
  for (const { 0: said, index } of byWord.size === 0 ? [] : text.matchAll(word)) {
    if (performance.now() > turnEnds) {
      await ownTurn();
      turnEnds = performance.now() + turnMs;
    }
    for (const { name, offset } of byWord.get(said) ?? []) {
      const at = index - offset;
      const end = at + name.length;
      if (!text.startsWith(name, at) || isPart(before(text, at)) || isPart(text.slice(end, end + 2)))
        continue;
      places.get(name)!.push({ start_char: at, end_char: end, surface_form: name });
    }
  }
  return places;
}

/** Whether the first character belongs to a word. */
const isPart = (rest: string): boolean =>
  rest !== "" && wordPart.test(String.fromCodePoint(rest.codePointAt(0)!));

/** The character before a place, also one of two units. */
const before = (text: string, at: number): string => {
  const pair = text.slice(Math.max(0, at - 2), at);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(Math.max(0, at - 1), at);
};
