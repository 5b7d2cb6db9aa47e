import { disguises } from "./disguise.js";
import { makers } from "./make.js";

export interface Found {
  start: number;
  end: number;
  detector: string;
}

/** A text, and the ranges in which something is to be found. */
export interface Case {
  detector: string;
  text: string;
  spans: [start: number, end: number][];
  disguised: boolean;
}

const SEED = 20_261_116;

/** Reads the lines of a corpus, fills in made-up numbers so often, and adds the disguises of each plain one. */
export function casesOf(corpus: Record<string, string>, times: number): Case[] {
  const fill = makers(SEED);
  const cases: Case[] = [];
  for (const [detector, lines] of Object.entries(corpus)) {
    for (const line of lines.trim().split("\n").filter(Boolean)) {
      const [sign, template] = [line[0], line.slice(2)];
      for (let n = 0; n < (/\{\w/.test(template) ? times : 1); n++) {
        const filled = fill(template);
        cases.push(marked(detector, filled, sign === "~"));
        if (sign !== "+") continue;
        for (const disguise of Object.values(disguises)) {
          const hidden = inDisguise(filled, disguise);
          if (hidden !== undefined) cases.push(marked(detector, hidden, true));
        }
      }
    }
  }
  return cases;
}

function inDisguise(text: string, disguise: (text: string) => string | undefined): string | undefined {
  let whole = true;
  const hidden = text.replace(/«([^»]*)»/g, (_, inner: string) => {
    const made = disguise(inner);
    if (made === undefined) whole = false;
    // What only sets a direction is no part of what is to be found.
    return made?.replace(/^(\u202e?)(.*?)(\u202c?)$/s, "$1«$2»$3") ?? "";
  });
  return whole ? hidden : undefined;
}

function marked(detector: string, text: string, disguised: boolean): Case {
  const spans: [number, number][] = [];
  let plain = "";
  for (const part of text.split(/(«[^»]*»)/)) {
    if (!part.startsWith("«")) plain += part;
    else {
      spans.push([plain.length, plain.length + part.length - 2]);
      plain += part.slice(1, -1);
    }
  }
  return { detector, text: plain, spans, disguised };
}

export interface Score {
  detector: string;
  plain: { found: number; all: number };
  disguised: { found: number; all: number };
  /** What the detector found, and how much of it was to be found. */
  precise: { right: number; all: number };
  missed: string[];
  wrong: string[];
}

/** Recall counts a range if the detector found all of it. Precision counts what lies outside every range as wrong. */
export function score(cases: Case[], find: (text: string) => Found[]): Score[] {
  const scores = new Map<string, Score>();
  const of = (detector: string): Score => {
    let one = scores.get(detector);
    if (!one) {
      const none = () => ({ found: 0, all: 0 });
      one = {
        detector,
        plain: none(),
        disguised: none(),
        precise: { right: 0, all: 0 },
        missed: [],
        wrong: [],
      };
      scores.set(detector, one);
    }
    return one;
  };
  for (const { detector, text, spans, disguised } of cases) {
    const found = find(text);
    const own = of(detector);
    for (const [start, end] of spans) {
      const count = disguised ? own.disguised : own.plain;
      const hit = found.some((one) => one.detector === detector && one.start <= start && one.end >= end);
      count.all++;
      if (hit) count.found++;
      else own.missed.push(text);
    }
    for (const one of found) {
      const its = of(one.detector);
      const right =
        spans.some(([start, end]) => one.start < end && one.end > start) && one.detector === detector;
      its.precise.all++;
      if (right) its.precise.right++;
      else its.wrong.push(`${text} → ${text.slice(one.start, one.end)}`);
    }
  }
  return [...scores.values()];
}

export const share = ({ found, all }: { found: number; all: number }): number =>
  all === 0 ? 1 : found / all;
