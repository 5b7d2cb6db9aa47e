import type { Characters } from "./characters.js";
import { bitOf, type Steps } from "./steps.js";
import { meets, stepBackward, stepForward } from "./walk.js";

export interface Match {
  start: number;
  end: number;
}

/** A compiled pattern. */
export interface Tables {
  words: number;
  characters: Characters;
  /** For each class of characters, the positions that take them. */
  takers: Int32Array;
  /** 1 for each class that can begin a match. */
  starts: Uint8Array;
  /** The steps where no assertion is asked for; undefined if the pattern has assertions. */
  everywhere: Steps | undefined;
  /** The steps at a place. */
  at(place: number): Steps;
}

/** A character that begins no match is skipped. */
const SKIP_COST = 0.1;

/**
 * Two walks over each run of characters that some position takes. The first tells, for each of them, the positions that
 * a match begun before it can be in; the second, from the end, keeps those from which a match ends. A character belongs
 * to a match if one is left. So each character costs the words of a set, however many matches begin before it.
 */
export class Search {
  readonly matches: Match[] = [];
  readonly #length: number;
  /** The sets of the run: first an empty one, then one for each of its characters. */
  #sets: Int32Array;
  /** Where the run begins. */
  #from = 0;
  #at = 0;
  #inRun = false;
  /** Whether a match ends in the run. */
  #ends = false;
  /** What is left for the second walk: characters before this one. */
  #back = -1;
  #matchEnd = -1;
  /** The matches of the run, the last one first. */
  #found: Match[] = [];
  readonly #scratch: Int32Array;

  constructor(
    private readonly tables: Tables,
    private readonly text: string,
  ) {
    this.#length = text.length;
    this.#sets = new Int32Array(tables.words * 64);
    this.#scratch = new Int32Array(tables.words);
  }

  /** Goes on until it has done so much work. Gives how much is left: more than none if it is finished. */
  advance(budget: number): number {
    let left = budget;
    while (left > 0) {
      if (this.#back >= 0) left = this.#backward(left);
      else if (this.#inRun) left = this.#forward(left);
      else if (this.#at < this.#length) left = this.#skip(left);
      else return left;
    }
    return left;
  }

  #skip(left: number): number {
    const { characters, starts } = this.tables;
    const begin = this.#at;
    let at = begin;
    while (at < this.#length && starts[characters.classAt(this.text, at)] === 0) at++;
    this.#at = at;
    if (at < this.#length) {
      this.#inRun = true;
      this.#ends = false;
      this.#from = at;
      this.#sets.fill(0, 0, this.tables.words);
    }
    return left - SKIP_COST * (at - begin);
  }

  #forward(budget: number): number {
    const { words, characters, takers } = this.tables;
    let left = budget;
    let at = this.#at;
    let ofClass = characters.classAt(this.text, at);
    let steps = this.#stepsBefore(at, ofClass);
    while (left > 0) {
      const before = (at - this.#from) * words;
      const here = before + words;
      if (here + 2 * words > this.#sets.length) this.#grow();
      if (!stepForward(this.#sets, before, words, steps, takers, ofClass * words)) {
        return this.#endRun(at, left);
      }
      left -= steps.cost;
      at++;
      ofClass = at < this.#length ? characters.classAt(this.text, at) : 0;
      steps = this.#stepsBefore(at, ofClass);
      this.#ends ||= meets(this.#sets, here, steps.last);
      if (at === this.#length) return this.#endRun(at, left);
    }
    this.#at = at;
    return left;
  }

  /** The run ends before a character that no position takes, or with the text. */
  #endRun(at: number, left: number): number {
    this.#inRun = false;
    this.#at = at + 1;
    if (this.#ends) {
      this.#back = at - this.#from;
      this.#matchEnd = -1;
      const after = (this.#back + 1) * this.tables.words;
      this.#sets.fill(0, after, after + this.tables.words);
    }
    return left - this.tables.words;
  }

  #backward(budget: number): number {
    const { words, characters } = this.tables;
    let left = budget;
    let back = this.#back;
    while (left > 0 && back > 0) {
      const next = this.#from + back;
      const steps = this.#stepsBefore(next, next < this.#length ? characters.classAt(this.text, next) : 0);
      const isCovered = stepBackward(this.#sets, back * words, words, steps, this.#scratch);
      if (isCovered && this.#matchEnd < 0) this.#matchEnd = next;
      if (!isCovered) this.#endMatch(next);
      left -= steps.cost;
      back--;
    }
    this.#back = back;
    if (back === 0) {
      this.#endMatch(this.#from);
      for (const match of this.#found.reverse()) this.matches.push(match);
      this.#found = [];
      this.#back = -1;
    }
    return left;
  }

  #endMatch(start: number): void {
    if (this.#matchEnd >= 0) this.#found.push({ start, end: this.#matchEnd });
    this.#matchEnd = -1;
  }

  #stepsBefore(at: number, ofClass: number): Steps {
    const { characters, everywhere } = this.tables;
    if (everywhere !== undefined) return everywhere;
    const { isWord } = characters;
    const wordBefore = at > 0 ? isWord[characters.classAt(this.text, at - 1)] : 0;
    const wordAfter = at < this.#length ? isWord[ofClass] : 0;
    return this.tables.at(
      (at === 0 ? bitOf("start") : 0) |
        (at === this.#length ? bitOf("end") : 0) |
        bitOf(wordBefore !== wordAfter ? "boundary" : "inside"),
    );
  }

  #grow(): void {
    const larger = new Int32Array(this.#sets.length * 2);
    larger.set(this.#sets);
    this.#sets = larger;
  }
}
