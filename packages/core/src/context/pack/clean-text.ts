import type { Trust } from "../../substrate/index.js";
import { cutText } from "../../text/index.js";

const nameChars = 60;

/** Invisible characters: tags, direction overrides, joiners, selectors, controls. Text hidden in them is removed. */
const unseen = /\p{Default_Ignorable_Code_Point}|(?![\n\t])\p{Cc}/gu;
const lineBreaks = /\r\n?|[\u2028\u2029]/gu;
/** No part may hold the sign that begins the whole, so that a text of nothing but beginnings is read once. */
const images = /!\[[^[\]\n]{0,400}\](?:\([^()\n]{0,4000}\)|\[[^[\]\n]{0,400}\])|<img\b[^<>\n]{0,4000}>/giu;
const addresses = /(?:http|ftp)(s?):\/\//giu;
const bareAddresses = /(\]\(|\b(?:src|href)\s{0,5}=\s{0,5}["']?)\s{0,5}\/\//giu;

/** Most text is plain, and this check is all it needs. */
const beyondPlain = /[^\x20-\x7e\n\t]/;
const mayLoad = /\/\/|!\[|</;

/** A memory's text as a context shows it. Links and images in untrusted text are made harmless. */
export function cleanText(text: string, trust: Trust): string {
  const seen = beyondPlain.test(text) ? text.replace(lineBreaks, "\n").replace(unseen, "") : text;
  if (trust !== "untrusted" || !mayLoad.test(seen)) return seen;
  return seen
    .replace(images, "[image removed]")
    .replace(addresses, "hxxp$1://")
    .replace(bareAddresses, "$1hxxp://");
}

/** A name from outside, short and on one line. */
export const cleanName = (name: string): string =>
  cutText(
    name
      .normalize("NFKC")
      .replace(/[^\p{L}\p{N}\p{M}_.:@/+|'-]+/gu, " ")
      .trim(),
    nameChars,
  );
