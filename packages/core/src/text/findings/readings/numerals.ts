import type { Shadow } from "../../secrets/shadow.js";
import { type Substitute, substituted } from "./substituted.js";

/** Each line has the words for 0 to 9 in one language. */
const DIGITS = `
  zero one two three four five six seven eight nine
  oh won to tree for fife sicks seben ate niner
  null eins zwei drei vier fünf sechs sieben acht neun
  null ein zwo drei vier fuenf sechs sieben acht neun
  cero uno dos tres cuatro cinco seis siete ocho nueve
  zéro un deux trois quatre cinq six sept huit neuf
  zero uno due tre quattro cinque sei sette otto nove
  zero um dois três quatro cinco seis sete oito nove
  nul een twee drie vier vijf zes zeven acht negen
  noll ett två tre fyra fem sex sju åtta nio
  zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć
  ноль один два три четыре пять шесть семь восемь девять`;
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** Words that are numerals only among numerals. */
const UNSURE = new Set([
  "oh",
  "won",
  "to",
  "tree",
  "for",
  "ate",
  "un",
  "um",
  "een",
  "ein",
  "sex",
  "sei",
  "tre",
]);
const REPEATS = new Map([
  ["double", 2],
  ["triple", 3],
  ["treble", 3],
]);
const CJK = new Map([..."〇零一二三四五六七八九"].map((sign, at) => [sign, String(Math.max(0, at - 1))]));

const values = new Map<string, string>();
for (const line of DIGITS.trim().split("\n")) {
  for (const [value, word] of line.trim().split(" ").entries()) {
    if (!values.has(word)) values.set(word, String(value));
  }
}
for (const [at, word] of TEENS.entries()) values.set(word, String(10 + at));

const TOKEN = /\p{L}+|\d+/gu;
const JOIN = /^[\s,.;()-]{1,3}$/;
/** A shorter run of numerals is part of a sentence. */
const FEWEST_WORDS = 3;
const FEWEST_DIGITS = 6;

interface Word {
  start: number;
  end: number;
  digits: string;
  sure: boolean;
}

/** The text with runs of numerals, such as "five five five oh one two three", written as digits, if it holds any. */
export function numeralsAsDigits(base: Shadow): Shadow | undefined {
  const found: Substitute[] = [];
  let run: Word[] = [];
  const close = () => {
    const made = numberOf(base.text, run);
    if (made) found.push(made);
    run = [];
  };
  let repeat: { times: number; start: number } | undefined;
  let last = 0;
  for (const { start, end, token } of tokens(base.text)) {
    const word = token.toLowerCase();
    if (run.length > 0 && !JOIN.test(base.text.slice(last, start)) && !isCjk(token)) close();
    const times = REPEATS.get(word);
    const digits = times === undefined ? digitsOf(word, run) : undefined;
    last = end;
    if (times !== undefined) {
      repeat = { times, start };
      continue;
    }
    if (digits === undefined) close();
    else {
      const sure = !UNSURE.has(word) && !/^\d/.test(word);
      run.push({ start: repeat?.start ?? start, end, digits: digits.repeat(repeat?.times ?? 1), sure });
    }
    repeat = undefined;
  }
  close();
  return found.length > 0 ? substituted(base, found) : undefined;
}

/** Words and numbers; each Chinese numeral is a word. */
function* tokens(text: string): Iterable<{ start: number; end: number; token: string }> {
  for (const { index, 0: token } of text.matchAll(TOKEN)) {
    if (!isCjk(token)) yield { start: index, end: index + token.length, token };
    else
      for (let n = 0; n < token.length; n++)
        yield { start: index + n, end: index + n + 1, token: token.charAt(n) };
  }
}

const isCjk = (token: string) => CJK.has(token.charAt(0)) || CJK.has(token.charAt(token.length - 1));

function digitsOf(word: string, run: Word[]): string | undefined {
  if (/^\d+$/.test(word)) return word.length <= 4 ? word : undefined;
  const value = values.get(word) ?? CJK.get(word);
  if (value !== undefined && /^[1-9]$/.test(value)) {
    // "eighty six" is 86.
    const before = run.at(-1);
    if (before?.digits.length === 2 && before.digits.endsWith("0") && before.sure && before.digits >= "20") {
      before.digits = before.digits.charAt(0);
    }
  }
  if (value !== undefined) return value;
  const ten = TENS.indexOf(word);
  return ten < 0 ? undefined : `${ten + 2}0`;
}

/** Counting is no number. */
const isCounting = (digits: string) => "01234567891011121314151617181920".includes(digits);

function numberOf(text: string, run: Word[]): Substitute | undefined {
  if (run.filter(({ sure }) => sure).length < FEWEST_WORDS) return undefined;
  const digits = run.map((word) => word.digits).join("");
  if (digits.length < FEWEST_DIGITS || isCounting(digits)) return undefined;
  const start = run[0]!.start;
  const plus = /(?:plus\s{1,2}|\+)$/i.exec(text.slice(Math.max(0, start - 8), start));
  return {
    start: start - (plus?.[0].length ?? 0),
    end: run.at(-1)!.end,
    text: `${plus ? "+" : ""}${digits}`,
  };
}
