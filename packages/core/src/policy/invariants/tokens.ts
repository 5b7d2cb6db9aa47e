/** Why a rule is refused, in words that complete "rule …". */
export class RuleError extends Error {}

export interface Token {
  kind: "sign" | "text" | "number" | "word" | "end";
  text: string;
}

const SIGN = /(?:==|!=|>=|<=|&&|\|\||[><!()[\],])/y;
const NUMBER = /-?\d{1,15}(?:\.\d{1,10})?(?![\w.])/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]{0,63}/y;
const TEXT = /'[^'\\\n]*'|"[^"\\\n]*"/y;
const BLANK = /\s+/y;

/** The words and signs of a rule. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length; ) {
    const take = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = at;
      return pattern.exec(source)?.[0];
    };
    const blank = take(BLANK);
    if (blank) {
      at += blank.length;
      continue;
    }
    const found = (
      [
        ["text", TEXT],
        ["number", NUMBER],
        ["word", WORD],
        ["sign", SIGN],
      ] as const
    ).flatMap(([kind, pattern]) => {
      const text = take(pattern);
      return text === undefined ? [] : [{ kind, text }];
    })[0];
    if (!found) throw new RuleError(`cannot be read from its character ${at + 1} on`);
    tokens.push(found.kind === "text" ? { kind: "text", text: found.text.slice(1, -1) } : found);
    at += found.text.length;
  }
  return [...tokens, { kind: "end", text: "its end" }];
}
