import { cutText } from "../cut-text.js";
import { foldCharacters } from "../fold-characters.js";
import { foldForSearch } from "../search-text.js";
import { languages } from "./languages.js";
import { sentencesOf } from "./sentences.js";

/** What is looked at of a long text. */
const maxChars = 20_000;

/** What the words of a statement tell about it beside their meaning. */
export interface SpokenCues {
  tellsTime: boolean;
  /** It ends in a question. */
  asks: boolean;
  standing: boolean;
  /** The words of its questions, as they are indexed. */
  questions: string;
}

export function spokenCues(text: string): SpokenCues {
  const looked = cutText(text, maxChars);
  const folded = foldCharacters(looked, maxChars).toLowerCase();
  const sentences = sentencesOf(looked);
  return {
    tellsTime: languages.some(({ time }) => time.test(folded)),
    asks: sentences.at(-1)?.asks ?? false,
    standing: languages.some(({ standing }) => standing.test(folded)),
    questions: foldForSearch(
      sentences
        .filter(({ asks }) => asks)
        .map((sentence) => sentence.text)
        .join(" "),
    ),
  };
}
