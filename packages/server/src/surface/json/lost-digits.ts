/** Strings, numbers and the signs between them. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/gs;
const wholeNumber = /^-?\d{16,}$/;

interface Open {
  isObject: boolean;
  /** The key or the index that is being read. */
  at: string | number;
  keyNext: boolean;
}

/** The path of the first whole number in a JSON text that would change when it is read; undefined where none would. */
export function lostDigits(text: string): string | undefined {
  // Most texts hold no such long number, and this finds that out a hundred times faster.
  if (!/\d{16}/.test(text)) return undefined;
  const open: Open[] = [];
  for (const [token] of text.matchAll(tokens)) {
    const last = open.at(-1);
    if (token === "{" || token === "[") {
      open.push({ isObject: token === "{", at: token === "{" ? "" : 0, keyNext: token === "{" });
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ",") {
      if (last?.isObject) last.keyNext = true;
      else if (last) last.at = Number(last.at) + 1;
    } else if (token.startsWith('"')) {
      if (last?.keyNext) Object.assign(last, { at: token.slice(1, -1), keyNext: false });
    } else if (wholeNumber.test(token) && changes(token)) {
      return open.map(({ at }) => at).join(".");
    }
  }
  return undefined;
}

/** What JSON.stringify would write differently has lost digits, unless only the notation differs. */
function changes(digits: string): boolean {
  const read = Number(digits);
  return !Number.isFinite(read) || (String(read) !== digits && BigInt(read) !== BigInt(digits));
}
