import { cutText } from "../cut-text.js";
import { foldCharacters } from "../fold-characters.js";
import { languages } from "./languages.js";

const maxChars = 2_000;
const framing = new Set(languages.flatMap((language) => language.framing.split(" ")));

/** What a query asks for beside its words. */
export interface QueryCues {
  /** It asks when something was. */
  asksWhen: boolean;
  /** It asks what an agent said, or for a summary. */
  asksAgent: boolean;
}

export function queryCues(query: string): QueryCues {
  const folded = foldCharacters(cutText(query, maxChars), maxChars).toLowerCase();
  return {
    asksWhen: languages.some((language) => language.asksWhen.test(folded)),
    asksAgent: languages.some((language) => language.asksAgent.test(folded)),
  };
}

/** A folded word that only frames a question. */
export const isFraming = (word: string): boolean => framing.has(word);
