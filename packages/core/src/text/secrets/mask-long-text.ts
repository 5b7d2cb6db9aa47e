import { ownTurn } from "../../async/index.js";
import { type Finding, findSecrets, redact } from "../findings/index.js";
import { type FoundSecret, maskSecrets, SECRET_MARK, tally } from "../mask-secrets.js";

/** So much is looked at before others get a turn: some tens of milliseconds. */
const windowChars = 128 * 1_024;
/** Longer than any secret that is found as one. */
const overlapChars = 24 * 1_024;
/** A longer run without blanks is no word: it is cut anywhere, for the patterns of detectors overflow on it. */
const longestWord = 1_024 * 1_024;

interface Window {
  /** With what overlaps the windows beside it. */
  seen: string;
  /** Where what is seen begins. */
  start: number;
  /** What begins in between belongs to this window. */
  from: number;
  end: number;
}

/**
 * A text of any length, window by window, so that others are served in between. Windows overlap and begin and end at
 * blanks, so that each thing to be found is seen as a whole; a run without blanks is cut.
 */
export async function* windowsOf(text: string): AsyncGenerator<Window> {
  for (let from = 0; from < text.length; ) {
    const end = text.length <= windowChars ? text.length : blankAfter(text, from + windowChars);
    const start = blankBefore(text, from - overlapChars);
    yield { seen: text.slice(start, blankAfter(text, end + overlapChars)), start, from, end };
    from = end;
    if (from < text.length) await ownTurn();
  }
}

/** Masks the secrets of a text of any length. */
export async function maskLongText(text: string): Promise<{ text: string; found: FoundSecret[] }> {
  if (text.length <= windowChars) return maskSecrets(text);
  const found: Finding[] = [];
  for await (const { seen, start, from, end } of windowsOf(text)) {
    for (const finding of findSecrets(seen)) {
      const at = start + finding.start;
      // What begins outside belongs to another window, and what overlaps the last one is part of it.
      if (at < from || at >= end || at < (found.at(-1)?.end ?? 0)) continue;
      found.push({ ...finding, start: at, end: start + finding.end });
    }
  }
  if (found.length === 0) return { text, found: [] };
  return {
    text: redact(
      text,
      found.map(({ start, end }) => ({ start, end, mark: SECRET_MARK })),
    ),
    found: tally(found.map(({ type }) => type)),
  };
}

/** The end of the word at that place, or the place itself in a run without blanks. */
function blankAfter(text: string, at: number): number {
  const found = text.slice(at, at + longestWord).search(/\s/);
  if (found >= 0) return at + found;
  return at + longestWord < text.length ? whole(text, at) : text.length;
}

function blankBefore(text: string, at: number): number {
  const least = Math.max(0, at - longestWord);
  let place = Math.max(0, at);
  while (place > least && !/\s/.test(text[place]!)) place -= 1;
  return place > least || least === 0 ? place : whole(text, at);
}

/** A place that does not split a surrogate pair. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at]!) ? at - 1 : at);
