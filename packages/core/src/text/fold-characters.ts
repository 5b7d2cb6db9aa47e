import { boundMarks } from "./bound-marks.js";
import { cutText } from "./cut-text.js";

const NON_ASCII = /[^\0-\x7f]/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u0640]/gu;
const APOSTROPHE = /[\u2018\u2019\u02bc\u00b4]/g;
const OPTIONAL_MARKS = /([\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}])\p{M}+/gu;
/** Letters that Unicode normalisation does not decompose. */
const SPELLED = new Map(
  "ß ss,ẞ SS,æ ae,Æ AE,œ oe,Œ OE,ø o,Ø O,ł l,Ł L,đ d,Đ D,ð d,Ð D,þ th,Þ Th,ı i,ς σ"
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);
const SPELLED_LETTER = new RegExp(`[${[...SPELLED.keys()].join("")}]`, "g");
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const SYMBOLIC_NAME = /(?<![\p{L}\p{N}])([cfj])(\+\+|#)(?![\p{L}\p{N}+#])/giu;

/** Gives variants of a word one spelling: width, accents, invisible characters, "1,000", "C++". Keeps case. */
export function foldCharacters(text: string, maxChars: number): string {
  let folded = text;
  if (NON_ASCII.test(text)) {
    const normal = boundMarks(text).normalize("NFKC");
    folded = cutText(normal, maxChars).replace(INVISIBLE, "").replace(APOSTROPHE, "'");
    folded = folded.normalize("NFD").replace(OPTIONAL_MARKS, "$1").normalize("NFC");
    folded = folded.replace(SPELLED_LETTER, (letter) => SPELLED.get(letter) ?? letter);
  }
  return folded
    .replace(THOUSANDS, "")
    .replace(
      SYMBOLIC_NAME,
      (_, letter: string, sign: string) => letter + (sign === "#" ? "sharp" : "plusplus"),
    );
}
