import { limits, PalimpsestError } from "@palimpsest/contract";

const quote = 34;
const comma = 44;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * One pass over the bytes of JSON before it is parsed, in pieces as they arrive. Refuses more values than a cap, which
 * would hold up every other request while they are parsed and checked; nesting past a cap, which parsers and the
 * embedded engine answer badly; a key that stands twice in one object, which two parsers may read differently; and the
 * key `__proto__`, which some readers drop without a word. It does not judge the grammar; the parser does.
 */
export class JsonScan {
  readonly #maxDepth: number;
  readonly #maxValues: number;
  /** One entry for each open bracket: the keys seen so far, or undefined for an array. */
  readonly #open: (Set<string> | undefined)[] = [];
  #values = 1;
  #keyNext = false;
  #inString = false;
  #escaped = false;
  /** The pieces of the key that is being read; undefined outside keys. */
  #key: Uint8Array[] | undefined;
  #taken = 0;

  constructor(maxDepth: number = limits.jsonDepth, maxValues: number = limits.jsonValues) {
    this.#maxDepth = maxDepth;
    this.#maxValues = maxValues;
  }

  take(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.#inString ? this.#string(bytes, at) : this.#outside(bytes, at);
    this.#taken += bytes.length;
  }

  /** Goes to the next string and gives where its text begins. */
  #outside(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      switch (bytes[at]) {
        case openBrace:
        case openBracket:
          this.#opened(bytes[at] === openBrace);
          break;
        case closeBrace:
        case closeBracket:
          this.#open.pop();
          this.#keyNext = false;
          break;
        case comma:
          this.#counted();
          this.#keyNext = this.#open.at(-1) !== undefined;
          break;
        case quote:
          this.#inString = true;
          this.#key = this.#keyNext ? [] : undefined;
          this.#keyNext = false;
          return at + 1;
      }
    }
    return bytes.length;
  }

  /** Goes to the end of the string and gives what comes after it. */
  #string(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (bytes[at] === backslash) this.#escaped = true;
      else if (bytes[at] === quote) {
        this.#key?.push(bytes.subarray(from, at));
        if (this.#key) this.#addKey(Buffer.concat(this.#key).toString("utf8"), this.#taken + at);
        this.#key = undefined;
        this.#inString = false;
        return at + 1;
      }
    }
    this.#key?.push(bytes.subarray(from));
    return bytes.length;
  }

  #opened(object: boolean): void {
    if (this.#open.length >= this.#maxDepth) {
      throw new PalimpsestError("TOO_DEEP", `Nested more than ${this.#maxDepth} levels deep.`);
    }
    this.#counted();
    this.#keyNext = object;
    this.#open.push(object ? new Set() : undefined);
  }

  #counted(): void {
    this.#values += 1;
    if (this.#values <= this.#maxValues) return;
    throw new PalimpsestError(
      "PAYLOAD_TOO_LARGE",
      `The body holds more than ${this.#maxValues} values; send less at a time.`,
    );
  }

  #addKey(raw: string, at: number): void {
    const keys = this.#open.at(-1);
    const key = raw.includes("\\") ? unescaped(raw) : raw;
    if (key === undefined || keys === undefined) return;
    if (key === "__proto__") {
      throw new PalimpsestError("VALIDATION_ERROR", "The key __proto__ cannot be stored; use another name.");
    }
    if (keys.has(key)) {
      throw new PalimpsestError(
        "INVALID_JSON",
        `A key stands twice in one object (at byte ${at}); send it once.`,
      );
    }
    keys.add(key);
  }
}

/** The key that an escaped spelling stands for; undefined where the parser will refuse it anyway. */
function unescaped(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
