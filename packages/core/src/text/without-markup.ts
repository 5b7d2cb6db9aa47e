import { lookAlikes } from "./look-alikes.js";

const PLAIN = /^[^<&|\\\u0080-\u{10ffff}]*$/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const BRAILLE_BLANK = /\u2800/gu;
/** Lines drawn through, over and under letters. */
const STRUCK = /(?<=[\p{L}\p{N}])[\u0305\u0332-\u0338]/gu;

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/giu;
const NAMED = new Map(
  [
    "amp &,lt <,gt >,quot \",apos ',nbsp \u00a0,shy \u00ad,ensp \u2002,emsp \u2003,thinsp \u2009,zwj \u200d,zwnj \u200c",
    "ndash \u2013,mdash \u2014,hellip \u2026,bull \u2022,middot \u00b7,laquo \u00ab,raquo \u00bb,lsquo \u2018,rsquo \u2019",
    "ldquo \u201c,rdquo \u201d,euro \u20ac,pound \u00a3,copy \u00a9,reg \u00ae,deg \u00b0,auml ä,ouml ö,uuml ü,Auml Ä,Ouml Ö",
    "Uuml Ü,szlig ß,eacute é,egrave è,agrave à,ccedil ç,ntilde ñ",
  ].flatMap((line) =>
    line
      .split(",")
      .map((pair) => [pair.slice(0, pair.indexOf(" ")), pair.slice(pair.indexOf(" ") + 1)] as const),
  ),
);

/** Tags that end a word, and tags within one. Others, as in `List<String>`, may be words themselves. */
const BLOCKS =
  "address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|figure|footer|form|button|h[1-6]|head|header|hr|html|img|li|main|nav|noscript|ol|option|p|pre|script|section|select|style|summary|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|ul";
const INLINE =
  "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|tt|u|var|wbr";
const ATTRIBUTES = String.raw`(?:\s+[a-z_:@][\w:.-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s*/?`;
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS})${ATTRIBUTES}>`, "giu");
const INLINE_TAG = new RegExp(`</?(?:${INLINE})${ATTRIBUTES}>`, "giu");
/** Before a character that Markdown would read otherwise. */
const ESCAPE = /\\(?=[*_`~#>|[\]])/gu;
const COMMENT = /<!--[^<>]*-->/gu;
const AUTOLINK = /<(https?:[^\s<>]+)>/giu;

/** A row of a Markdown table stands between pipes and blanks. The line below the first row has no words. */
const TABLE_RULE = /^[^\S\n]*(?:>[^\S\n]*)*\|(?:[^\S\n]*:?-+:?[^\S\n]*\|)+[^\S\n]*$/gmu;
const TABLE_ROW = /^[^\S\n]*(?:>[^\S\n]*)*\|[^\S\n](.*)[^\S\n]\|[^\S\n]*$/gmu;

const orItself = (shorter: string, text: string): string => (shorter.trim() === "" ? text : shorter);

/**
 * A text as its readers see it, without what only marks it up: HTML tags and entities, the pipes of tables, letters of
 * other scripts that look like Latin ones, and characters that nobody sees. Says the same as the text did.
 */
export function withoutMarkup(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = seen(seen(text).replace(ENTITY, decoded));
  const untagged = visible
    .replace(COMMENT, "")
    .replace(AUTOLINK, "$1")
    .replace(BLOCK_TAG, "\n")
    .replace(INLINE_TAG, "")
    .replace(ESCAPE, "");
  const untabled = untagged
    .replace(TABLE_RULE, "")
    .replace(TABLE_ROW, (_, cells: string) => cells.replaceAll("|", " "));
  return orItself(lookAlikes(untabled), text);
}

const seen = (text: string): string =>
  text.normalize("NFKC").replace(INVISIBLE, "").replace(BRAILLE_BLANK, " ").replace(STRUCK, "");

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

const NUMBERED =
  /^([^\S\n]*(?:[*+\u2022>-][^\S\n]+)*)([*_]{0,3})\(?(?:\p{N}{1,3}|\p{L}|[ivx]{1,5})[.)]\2[^\S\n]+(?=\S)/gimu;
const CHECKBOX = /^([^\S\n]*[*+-][^\S\n]+)\[[ x]\][^\S\n]+/gimu;
const FOOTNOTE = /\[\^[^\s[\]]{1,40}\]/gu;
const LINK = /!?\[([^[\]\n]*)\](?:\((?:[^()\s]|\([^()\s]*\))*(?:[^\S\n]+"[^"\n]*")?\)|\[[^[\]\n]*\])/gu;

/** Where a link by name leads, on a line of its own. Its name says something only if it stands nowhere else. */
const TARGET =
  /^[^\S\n]{0,3}\[([^[\]\n]+)\]:[^\S\n]+\S+(?:[^\S\n]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[^\S\n]*$/gmu;

/**
 * A text without the numbers of lists, marks of footnotes and targets of links. Those may mean something ("3. May", a link to another
 * page), so a text is known by this only beside its own words.
 */
export const withoutListsAndLinks = (text: string): string =>
  orItself(
    text
      .replace(CHECKBOX, "$1")
      .replace(NUMBERED, "$1")
      .replace(FOOTNOTE, "")
      .replace(TARGET, (line, name: string) => (text.replace(line, "").includes(`[${name}]`) ? "" : name))
      .replace(LINK, "$1"),
    text,
  );
