/** Text that is already safe to stand in a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | undefined | false | Part[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(render).join("");
  if (part instanceof Html) return part.text;
  return String(part).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A template whose parts are escaped unless they are `Html` themselves. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, at) => text + render(parts[at])).join(""));

/** Words in which `code` stands between backticks. */
export const prose = (text: string): Html[] =>
  text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
