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

/** The visible text of a page: a line for each block, `#` before headings, `-` before items, `>` before quotes. */
export async function htmlText(html: string): Promise<HtmlText> {
  const { Parser } = await import("htmlparser2");
  let text = "";
  let title = "";
  let inTitle = false;
  let hidden = 0;
  let quoteDepth = 0;
  let inPre = 0;
  const newLine = () => {
    text = text.replace(/[ \t]+$/, "");
    if (text !== "" && !text.endsWith("\n")) text += "\n";
  };
  const lead = (mark: string) => {
    newLine();
    text += "> ".repeat(Math.min(quoteDepth, 5)) + mark;
  };
  let needsLead = false;
  const parser = new Parser({
    onopentagname(name) {
      if (name === "title" && hidden <= 1) inTitle = title === "";
      if (unseen.has(name)) hidden++;
      if (hidden > 0) return;
      if (name === "blockquote") quoteDepth++;
      if (name === "pre") inPre++;
      const level = headings.exec(name)?.[1];
      if (level !== undefined) lead(`${"#".repeat(Number(level))} `);
      else if (name === "li") lead("- ");
      else if (blocks.has(name)) {
        newLine();
        needsLead = quoteDepth > 0;
      } else if (name === "td" || name === "th") text += text.endsWith("\n") || text === "" ? "" : " ";
    },
    ontext(data) {
      if (inTitle) title += data;
      if (hidden > 0) return;
      const words = inPre > 0 ? data : data.replace(/[ \t\r\n\f]+/g, " ");
      if (words.trim() === "" && (text === "" || /\s$/.test(text))) return;
      if (needsLead) lead("");
      needsLead = false;
      text += text === "" || text.endsWith("\n") ? words.trimStart() : words;
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      if (hidden > 0) return;
      if (name === "pre") inPre = Math.max(0, inPre - 1);
      if (blocks.has(name)) {
        newLine();
        if (/^(?:p|h[1-6]|table|ul|ol|blockquote|pre)$/.test(name) && text !== "" && !text.endsWith("\n\n"))
          text += "\n";
      }
      if (name === "blockquote") {
        quoteDepth = Math.max(0, quoteDepth - 1);
        needsLead = quoteDepth > 0;
      }
    },
  });
  parser.write(html);
  parser.end();
  const clean = title.replace(/\s+/g, " ").trim();
  return {
    text: text
      .replace(/[ \t]+\n/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
    ...(clean && { title: clean }),
  };
}
