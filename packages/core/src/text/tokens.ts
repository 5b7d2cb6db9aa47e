import { createRequire } from "node:module";

type Encoding = typeof import("gpt-tokenizer/encoding/cl100k_base");

/**
 * The encoder merges byte pairs in time quadratic in the length of one unbroken run (100,000 letters took
 * 7 s), so it never sees more than this many characters at once. Cuts fall before a space where there is
 * one, which the encoding itself never crosses, so ordinary text is counted exactly.
 */
const WINDOW = 128;
/** Words that are no single token, some 300 bytes each: with fewer, a context of 60,000 tokens pushes its own out. */
const MERGE_CACHE = 32_768;
const plainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

let loaded: Encoding | undefined;

/** The tables take 40 MB and 80 ms: loaded when the first text is counted, not at start. */
function encoding(): Encoding {
  if (!loaded) {
    loaded = createRequire(import.meta.url)("gpt-tokenizer/cjs/encoding/cl100k_base") as Encoding;
    loaded.setMergeCacheSize(MERGE_CACHE);
  }
  return loaded;
}

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

function endOfWindow(text: string, start: number): number {
  const end = start + WINDOW;
  if (end >= text.length) return text.length;
  for (let at = end; at > start; at--) {
    if (text.charCodeAt(at) === 32 && !isBlank(text.charCodeAt(at - 1))) return at;
  }
  return endsInsidePair(text, end) ? end - 1 : end;
}

function endsInsidePair(text: string, end: number): boolean {
  const before = text.charCodeAt(end - 1);
  const after = text.charCodeAt(end);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** Tokens of cl100k_base. Linear in the length of any text; exact unless a run of 128 has no space. */
export function countTokens(text: string): number {
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = endOfWindow(text, start);
    total += encoding().countTokens(text.slice(start, end), plainText);
    start = end;
  }
  return total;
}
