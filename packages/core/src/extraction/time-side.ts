import type { Nearby } from "../time/index.js";

/** Said right before a time that is still to come. */
const opens =
  /\b(?:(?:starting|beginning|effective|as of|until|till|next|this coming)|(?:moved|postponed|delayed|pushed|extended|rescheduled|deferred)\b.*\bto)\W*(?:on |the )*$/i;
/** Verbs of what is announced. The month of May has a capital. */
const ahead =
  /\b(?:[Ww]ill|[Ss]hall|won['’]t|going to|plans to|planned|scheduled|expected|due|may|might|(?:has|have|need|needs) to|(?:[Ww]e|[Tt]hey|I|[Yy]ou) (?:launch|start|begin|move|close|open|ship|switch|leave|stop|change|meet)|expires?|lapses|moves|joins|leaves|retires|returns|starts|begins|launches|ends|closes|opens|goes|takes|runs|renews|switches|changes|rises|falls|drops|becomes|arrives|ships|applies|comes|stops|happens|upcoming)\b|['’]ll\b/g;
const past =
  /\b(?:[Ww]as|[Ww]ere|[Hh]ad|[Hh]as|[Hh]ave|did|(?!(?:scheduled|planned|expected|need|speed|feed|seed|indeed|proceed|exceed|succeed|hundred)\b)\p{L}{2,}ed|met|went|sent|made|took|began|fell|rose|lost|left|came|gave|held|ran|bought|sold|built|wrote|chose|told|said|found|got|paid|won|broke|became|spoke|saw|knew|led|quit|[Ss]ince|ago)\b/gu;
const isPast = /\b(?:was|were|been|had)\s+(?:\p{L}+ly\s+)?$/iu;

/**
 * On which side of the document's day a time of a sentence lies: as the last verb before it says, else the first one
 * after it. Without a verb that tells, or for what was only planned, the nearest one is meant.
 */
export function sideOf(sentence: string, { index, said }: { index: number; said: string }): Nearby {
  const before = sentence.slice(0, index);
  if (opens.test(before.slice(-80)) || /^(?:until|till|due|next)\b/i.test(said)) return "future";
  const after = sentence.slice(index + said.length);
  if (/^\s+on(?:wards?)?\b/i.test(after) && /\bfrom\s+$/i.test(before)) return "future";
  const last = (expression: RegExp) => [...before.matchAll(expression)].at(-1);
  const [toCome, gone] = [last(ahead), last(past)];
  if (toCome !== undefined || gone !== undefined) {
    if (toCome === undefined || (gone !== undefined && gone.index > toCome.index)) return "past";
    return isPast.test(before.slice(0, toCome.index)) ? "nearest" : "future";
  }
  const [firstAhead, firstPast] = [after.search(ahead), after.search(past)];
  if (firstAhead === -1 && firstPast === -1) return "nearest";
  return firstPast === -1 || (firstAhead !== -1 && firstAhead < firstPast) ? "future" : "past";
}
