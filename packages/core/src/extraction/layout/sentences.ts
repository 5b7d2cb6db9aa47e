/** A stretch of the text, by offsets. */
export interface Span {
  start: number;
  end: number;
}

const abbreviation =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|st|no|nos|vs|etc|e\.g|i\.e|eg|ie|approx|incl|excl|inc|ltd|co|corp|dept|fig|sec|ref|tel|ext|min|max|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|a\.m|p\.m|u\.s|u\.k|jr|sr|rev|lt|gen|sgt|(?<!\b(?:schedule|option|plan|appendix|annex|exhibit|type|class|team|group|phase|section|part|variant|version|vitamin|grade|block|site|building|room|hall|gate|terminal|table|item|point|level|category|model|company|vendor|supplier|candidate|party|hepatitis) )\p{Lu})\.$/iu;
const stop = /[.!?…]+["'”’)\]*_]*(?=\s)|[.!?]+["'”’)\]*_]*$/g;

/**
 * The sentences of a stretch of text. In speech and chat a sentence may begin with a small letter, elsewhere that is
 * taken for an abbreviation.
 */
export function sentencesIn(text: string, { start, end }: Span, spoken: boolean): Span[] {
  const body = text.slice(start, end);
  const sentences: Span[] = [];
  let from = 0;
  const push = (to: number) => {
    const piece = body.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const trimmed = piece.trim();
    if (trimmed !== "") {
      sentences.push({ start: start + from + lead, end: start + from + lead + trimmed.length });
    }
    from = to;
  };
  for (const match of body.matchAll(stop)) {
    const to = match.index + match[0].length;
    const next = body.slice(to, to + 40).trimStart();
    if (match[0].startsWith(".") && !match[0].startsWith("..")) {
      if (abbreviation.test(body.slice(Math.max(0, match.index - 16), match.index + 1))) continue;
      if (/^\p{Ll}/u.test(next) && !spoken) continue;
      if (/^\d+$/.test(body.slice(from, match.index).trim())) continue;
    } else if (/^\p{Ll}/u.test(next) && /^[!?]["'”’)]/.test(match[0])) continue;
    push(to);
  }
  push(body.length);
  return sentences;
}
