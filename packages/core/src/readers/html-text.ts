import { type Element, hidesBy, hidingRules } from "./hiding-rules.js";
import { parseMarkup } from "./parse-markup.js";

/** What an HTML page says, and its title. */
export interface HtmlText {
  title?: string;
  text: string;
}

const unseen = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "math",
  "iframe",
  "object",
  "select",
  "head",
]);
const blocks = new Set(
  "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const headings = /^h([1-6])$/;
const paragraphs = /^(?:p|h[1-6]|table|ul|ol|blockquote|pre)$/;
const maxQuotes = 5;
/** The texts of the style elements of a page. */
function styleSheets(html: string): string[] {
  const sheets: string[] = [];
  const edge = /<(\/?)style\b[^<>]*>/gi;
  let start: number | undefined;
  for (const {
    0: { length },
    1: slash,
    index,
  } of html.matchAll(edge)) {
    if (slash === "") start ??= index + length;
    else if (start !== undefined) {
      sheets.push(html.slice(start, index));
      start = undefined;
    }
  }
  return sheets;
}

/** Tells whether no reader of the page sees an element: words in it could say anything, and are not read either. */
function hiddenIn(html: string): (element: Element) => boolean {
  const isHiddenByRule = hidingRules(styleSheets(html));
  return (element) => {
    const { tag, attributes } = element;
    if (unseen.has(tag) || attributes.hidden !== undefined) return true;
    return hidesBy(attributes.style ?? "") ?? isHiddenByRule(element);
  };
}

/** The visible text of a page: a line for each block, `#` before headings, `-` before items, `>` before quotes. */
export async function htmlText(name: string, html: string): Promise<HtmlText> {
  const isHidden = hiddenIn(html);
  const lines: string[] = [];
  let line = "";
  let mark = "";
  let title = "";
  let [inTitle, quotes, inPre] = [false, 0, 0];
  /** How many of the open elements there are, and which of them is the first that is hidden. */
  let [depth, hiddenFrom] = [0, Number.POSITIVE_INFINITY];
  const hidden = () => depth >= hiddenFrom;
  const endLine = () => {
    const words = inPre > 0 ? line.trimEnd() : line.trim();
    if (words !== "") lines.push("> ".repeat(Math.min(quotes, maxQuotes)) + mark + words);
    if (words !== "" || inPre === 0) mark = "";
    line = "";
  };
  const endParagraph = () => {
    if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
  };
  await parseMarkup(name, html, {
    onopentag(tag, attributes) {
      depth++;
      if (tag === "title" && title === "") inTitle = true;
      if (!hidden() && isHidden({ tag, attributes })) hiddenFrom = depth;
      if (hidden()) return;
      if (blocks.has(tag)) endLine();
      if (tag === "blockquote") quotes++;
      if (tag === "pre") inPre++;
      if (tag === "li") mark = "- ";
      const level = headings.exec(tag)?.[1];
      if (level !== undefined) mark = `${"#".repeat(Number(level))} `;
      if ((tag === "td" || tag === "th") && line !== "") line += " ";
    },
    ontext(data) {
      if (inTitle) title += data;
      if (hidden()) return;
      const [first = "", ...rest] = inPre > 0 ? data.split("\n") : [data.replace(/[ \t\r\n\f]+/g, " ")];
      line += line === "" && inPre === 0 ? first.trimStart() : first;
      for (const one of rest) {
        endLine();
        line = one;
      }
    },
    onclosetag(tag) {
      if (tag === "title") inTitle = false;
      const wasHidden = hidden();
      depth--;
      if (!hidden()) hiddenFrom = Number.POSITIVE_INFINITY;
      if (wasHidden) return;
      if (blocks.has(tag)) endLine();
      if (tag === "pre") inPre = Math.max(0, inPre - 1);
      if (paragraphs.test(tag)) endParagraph();
      if (tag === "blockquote") quotes = Math.max(0, quotes - 1);
    },
  });
  endLine();
  const clean = title.replace(/\s+/g, " ").trim();
  return { text: lines.join("\n").trim(), ...(clean && { title: clean }) };
}
