import { mentionedTimes } from "../time/index.js";

/** So many lines at the top of a document may say when it was written. */
const topLines = 8;
const dating = /^(?:#{1,6}\s|(?:\*\*)?(?:date|datum|fecha)(?:\*\*)?\s*:)/i;
const wholeDate = /\b(?:19|20)\d\d\b/;
const dayToo = /(?<!\d)\d{1,2}(?!\d)/;

/**
 * The day that a document gives itself: in its title, in a heading at its top, or in a line such as "Date: 2 March 2026".
 * Undefined if it gives none, or not all of it. When a file was changed says less.
 */
export function documentDate(text: string, title?: string): Date | undefined {
  const top = text.slice(0, 2_000).split("\n").slice(0, topLines);
  for (const line of [
    ...(title === undefined ? [] : [title]),
    ...top.filter((one) => dating.test(one.trim())),
  ]) {
    const day = mentionedTimes(line, new Date(0), "past").find(
      ({ said }) => wholeDate.test(said) && dayToo.test(said),
    );
    if (day !== undefined) return day.at;
  }
  return undefined;
}
