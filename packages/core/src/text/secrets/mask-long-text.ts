import { ownTurn } from "../../async/index.js";
import { type Finding, findSecrets, redact } from "../findings/index.js";
import { type FoundSecret, maskSecrets, SECRET_MARK, tally } from "../mask-secrets.js";

/** So much is looked at before others get a turn: some tens of milliseconds. */
const windowChars = 128 * 1_024;
/** Longer than any secret that is found as one. */
const overlapChars = 24 * 1_024;

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
 * blanks, so that each thing to be found is seen as a whole.
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

function blankAfter(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = /\s/g;
  blank.lastIndex = at;
  return blank.exec(text)?.index ?? text.length;
}

function blankBefore(text: string, at: number): number {
  let place = Math.max(0, at);
  while (place > 0 && !/\s/.test(text[place]!)) place -= 1;
  return place;
}
