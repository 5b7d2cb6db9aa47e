const NON_ASCII = /[^\0-\x7f]/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Apostrophes, hyphens and minus signs in their many shapes. */
const APOSTROPHE = /[\u2018\u2019\u02bc\u00b4`]/gu;
const HYPHEN = /[\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d]/gu;
/** What separates words without being one: long dashes, runs of dots, and hyphens in pairs between letters. */
const BREAK = /[\u2014\u2015\u2e3a\u2e3b]+|\.{2,}(?!\d)|(?<=\p{L})-{2,}(?=\p{L})/gu;
/**
 * What Markdown puts before a line (headings, bullets, quotes; before a number they may be signs) and around words
 * (emphasis), though not the mark of a product, a wildcard or a name with underscores.
 */
const LINE_START = /^[^\S\n]*(?:(?:(?:#{1,6}|[*+\u2022-])[^\S\n]+|>[^\S\n]*)(?=[^\s\p{N}]))+/gmu;
const EMPHASIS =
  /(?<![\p{L}\p{N}*_])[*_]+(?=[^\s*_])|(?<=[^\s*_])[*_]+(?![\p{L}\p{N}*_])|(?<![\p{L}\p{N}~])~~(?=[^\s~])|(?<=[^\s~])~~(?![\p{L}\p{N}~])/gu;
/** Punctuation that says nothing of a word it stands beside. Not %, #, +, /, @, & and the like, which do. */
const MARK = String.raw`[\p{Terminal_Punctuation}\p{Quotation_Mark}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u00a1\u00bf]`;
const LEADING = new RegExp(`^${MARK}+`, "u");
const TRAILING = new RegExp(`${MARK}+$`, "u");
/** Kept in front of a word: the sign of a number, the dot of ".5" and ".env", the "!" of a negation. */
const SIGN = /[.!]$/u;
const WORDLIKE = /[\p{L}\p{N}]/u;
const MEANS_SOMETHING = /[\p{L}\p{N}\p{S}%#/@&*\\_]/u;
/** Brackets and quotation marks within a run of characters, and other marks between letters, end a word. */
const INNER =
  /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"\u3001\u3002]+|(?<=[\p{L}\p{M}])(?:(?!\.)\p{Terminal_Punctuation})+(?=[\p{L}\p{N}])|(?<=\p{N})(?:(?!\.)\p{Terminal_Punctuation})+(?=\p{L})/gu;
const NUMBER_END = /\p{N}$/u;
const NUMBER_START = /^[-+.]?\p{N}/u;
const UNSPACED = String.raw`[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]`;
const NEEDLESS_SPACE = new RegExp(`(?<=${UNSPACED}\\p{M}*) (?=${UNSPACED})`, "gu");

/**
 * The words of a text without case, quotation marks, Markdown and the punctuation at their ends and between them, so that
 * texts which differ in nothing else are the same. What changes the meaning stays: "3.5", "-5", "50%", "C++", "don't", "!=".
 * A text of nothing but punctuation is its own words.
 */
export function bareWords(text: string): string {
  const plain = inPlainSigns(text)
    .replace(LINE_START, "")
    .replace(EMPHASIS, "")
    .replace(BREAK, " ")
    .replace(INNER, " ");
  const tokens = plain.split(/\s+/u);
  const words: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const word = bareWord(token);
    if (word !== "") words.push(word);
    else if (isBetweenNumbers(tokens, at)) words.push(token);
  }
  const joined = words.join(" ");
  const bare = NON_ASCII.test(joined) ? joined.replace(NEEDLESS_SPACE, "") : joined;
  return bare === "" ? plain.trim() : bare;
}

/** In lower case, with one sign for each kind of apostrophe and hyphen. */
const inPlainSigns = (text: string): string =>
  NON_ASCII.test(text)
    ? text
        .normalize("NFKC")
        .replace(INVISIBLE, "")
        .replace(APOSTROPHE, "'")
        .replace(HYPHEN, "-")
        .toLowerCase()
        .replaceAll("\u03c2", "\u03c3")
    : text.replaceAll("`", "'").toLowerCase();

function bareWord(token: string): string {
  // "!=", "->" and emoji are words of their own; a dash or a row of dots is not.
  if (!WORDLIKE.test(token)) return MEANS_SOMETHING.test(token) ? token : "";
  const [marks = ""] = LEADING.exec(token) ?? [];
  const kept = SIGN.exec(marks)?.[0] ?? "";
  return kept + token.slice(marks.length).replace(TRAILING, "");
}

/** "3 - 5" and "3 : 5" are not "3 5". */
const isBetweenNumbers = (tokens: string[], at: number): boolean =>
  tokens[at] !== "" && NUMBER_END.test(tokens[at - 1] ?? "") && NUMBER_START.test(tokens[at + 1] ?? "");
