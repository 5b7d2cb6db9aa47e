import { html } from "./html.js";

const mark = "http://the-origin.invalid";

/** Stands in the page for the origin at which it was asked for. */
export const origin = html`<span class="origin">${mark}</span>`;

/** The page as it is served at an address. A name that could mean something to a shell is not put into commands. */
export const docsAt = (page: string, url: string): string => {
  const { origin: asked } = new URL(url);
  return page.replaceAll(mark, /^https?:\/\/[\w.:[\]-]+$/.test(asked) ? asked : "http://127.0.0.1:7077");
};
