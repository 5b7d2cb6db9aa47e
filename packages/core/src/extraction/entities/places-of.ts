import type { Mention } from "../event.js";

const wordPart = /[\p{L}\p{N}]/u;

/** Where a name stands in a text as words of their own. */
export function placesOf(text: string, name: string): Mention[] {
  const places: Mention[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isPart(before(text, at)) || isPart(text.slice(end, end + 2))) continue;
    places.push({ start_char: at, end_char: end, surface_form: name });
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
