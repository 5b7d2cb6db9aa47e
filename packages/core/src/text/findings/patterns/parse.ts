import { classRanges, escapedUnit, foldCase, isClassEscape } from "./classes.js";
import { ALL, inverted, type Node, type Range, tidy } from "./syntax.js";

/** Why a pattern is refused, in words that complete "find …". */
export class PatternError extends Error {}

const MAX_REPEATS = 1_000;
const MAX_DEPTH = 50;

/** Reads a regular expression without look-around and back-references. Groups are not remembered. */
export function parsePattern(source: string): Node {
  const parser = new Parser(source);
  return parser.parse();
}

class Parser {
  #at = 0;
  #depth = 0;
  readonly #ignoreCase: boolean;

  constructor(private readonly source: string) {
    this.#ignoreCase = source.startsWith("(?i)");
    if (this.#ignoreCase) this.#at = 4;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.source.length) throw new PatternError("has a ) without a (");
    return node;
  }

  #choice(): Node {
    if (++this.#depth > MAX_DEPTH) throw new PatternError(`is nested more than ${MAX_DEPTH} levels deep`);
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    this.#depth--;
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.source.length && this.#peek() !== "|" && this.#peek() !== ")") {
      parts.push(this.#repeated(this.#atom()));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #repeated(part: Node): Node {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    // Greedy or not, every match is found.
    this.#take("?");
    if (this.#bounds() !== undefined) throw new PatternError("has a quantifier after a quantifier");
    if (part.kind === "assert") throw new PatternError("repeats ^, $ or \\b");
    const [least, most] = bounds;
    return { kind: "repeat", part, least, most };
  }

  #bounds(): [number, number] | undefined {
    if (this.#take("*")) return [0, Number.POSITIVE_INFINITY];
    if (this.#take("+")) return [1, Number.POSITIVE_INFINITY];
    if (this.#take("?")) return [0, 1];
    const counted = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(this.source.slice(this.#at, this.#at + 20));
    if (!counted) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    const most =
      counted[2] === undefined ? least : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY;
    if (most < least) throw new PatternError(`has ${counted[0]}, whose numbers are out of order`);
    if (least > MAX_REPEATS || (most > MAX_REPEATS && most !== Number.POSITIVE_INFINITY)) {
      throw new PatternError(`repeats more than ${MAX_REPEATS} times`);
    }
    return [least, most];
  }

  #atom(): Node {
    const sign = this.#next();
    if (sign === "(") return this.#group();
    if (sign === "[") return this.#set(this.#class());
    if (sign === ".")
      return this.#set(
        inverted([
          [10, 10],
          [13, 13],
        ]),
      );
    if (sign === "^") return { kind: "assert", assertion: "start" };
    if (sign === "$") return { kind: "assert", assertion: "end" };
    if (sign === "\\") return this.#escape();
    if (sign === "*" || sign === "+" || sign === "?")
      throw new PatternError(`has a ${sign} with nothing before it`);
    const code = sign.charCodeAt(0);
    return this.#set([[code, code]]);
  }

  #group(): Node {
    if (this.#take("?")) {
      const named = /^<[A-Za-z]\w*>/.exec(this.source.slice(this.#at, this.#at + 64))?.[0];
      if (named) this.#at += named.length;
      else if (!this.#take(":")) {
        const look = /^<?[=!]/.test(this.source.slice(this.#at));
        throw new PatternError(
          look
            ? "has look-around, which cannot be matched in linear time"
            : "has a group that is not known; use (?:…)",
        );
      }
    }
    const node = this.#choice();
    if (!this.#take(")")) throw new PatternError("has a ( without a )");
    return node;
  }

  #escape(): Node {
    const sign = this.#peek();
    if (sign === "b" || sign === "B") {
      this.#at++;
      return { kind: "assert", assertion: sign === "b" ? "boundary" : "inside" };
    }
    if (/[1-9k]/.test(sign)) {
      throw new PatternError("has a back-reference, which cannot be matched in linear time");
    }
    return this.#set(this.#escaped());
  }

  #escaped(): readonly Range[] {
    const rest = this.source.slice(this.#at, this.#at + 40);
    if (rest === "") throw new PatternError("ends with a \\");
    if (isClassEscape(rest)) {
      const { ranges, length } = classRanges(rest, PatternError);
      this.#at += length;
      return ranges;
    }
    const { unit, length } = escapedUnit(rest, PatternError);
    this.#at += length;
    return [[unit, unit]];
  }

  #class(): readonly Range[] {
    const negated = this.#take("^");
    const ranges: Range[] = [];
    while (!this.#take("]")) {
      if (this.#at >= this.source.length) throw new PatternError("has a [ without a ]");
      const first = this.#inClass();
      const isRange = this.#peek() === "-" && !["]", ""].includes(this.source.charAt(this.#at + 1));
      if (!isRange) {
        ranges.push(...first);
        continue;
      }
      this.#at++;
      const [from] = first;
      const [to] = this.#inClass();
      if (
        first.length !== 1 ||
        from?.[0] !== from?.[1] ||
        to === undefined ||
        to[0] !== to[1] ||
        from![0] > to[0]
      ) {
        throw new PatternError("has a range in [ ] that is not one");
      }
      ranges.push([from![0], to[0]]);
    }
    if (ranges.length === 0 && !negated) throw new PatternError("has an empty [ ]");
    // What a negated class names is folded before it is turned around.
    return negated ? inverted(this.#folded(ranges)) : ranges;
  }

  #inClass(): readonly Range[] {
    const sign = this.#next();
    if (sign === "\\") return this.#escaped();
    const code = sign.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff)
      throw new PatternError("has an emoji or another rare character in [ ]");
    return [[code, code]];
  }

  #set(ranges: readonly Range[]): Node {
    return { kind: "set", ranges: tidy(this.#folded(ranges)) };
  }

  #folded(ranges: readonly Range[]): readonly Range[] {
    return this.#ignoreCase && !ranges.some(([from, to]) => from === ALL[0] && to === ALL[1])
      ? foldCase(ranges)
      : ranges;
  }

  #peek = () => this.source.charAt(this.#at);
  #next = () => this.source.charAt(this.#at++);
  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at++;
    return true;
  }
}
