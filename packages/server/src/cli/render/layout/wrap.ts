import stringWidth from "string-width";

const words = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Text broken between words into lines of so many columns, as a terminal counts them. Where words are written without
 * blanks, as in Japanese, it is broken between them too. Any other word that is longer stands on a line of its own.
 */
export function wrap(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const lines: string[] = [];
  const [margin = ""] = /^ */.exec(line) ?? [];
  let current = "";
  for (const { piece, blank } of piecesOf(line.slice(margin.length), width)) {
    const longer = current === "" ? `${margin}${piece}` : `${current}${blank}${piece}`;
    if (current === "" || stringWidth(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = `${margin}${piece}`;
    }
  }
  return [...lines, current].join("\n");
}

interface Piece {
  piece: string;
  /** What stands before it if it does not begin a line. */
  blank: string;
}

function piecesOf(line: string, width: number): Piece[] {
  return line.split(/ +/).flatMap((word, at) => {
    const blank = at === 0 ? "" : " ";
    if (stringWidth(word) <= width || stringWidth(word) === [...word].length) return [{ piece: word, blank }];
    const pieces: Piece[] = [];
    for (const { segment, isWordLike } of words.segment(word)) {
      const last = pieces.at(-1);
      // Punctuation stays with the word before it.
      if (last !== undefined && !isWordLike) last.piece += segment;
      else pieces.push({ piece: segment, blank: last === undefined ? blank : "" });
    }
    return pieces;
  });
}
