import { describe, expect, it } from "vitest";
import { findTimes } from "./find-times.js";
import { english, englishAlone } from "./testing/english.js";
import { french, frenchAlone } from "./testing/french.js";
import { german, germanAlone } from "./testing/german.js";
import { japanese, japaneseAlone } from "./testing/japanese.js";
import { noTimes } from "./testing/no-times.js";
import { spanish, spanishAlone } from "./testing/spanish.js";

const now = Date.UTC(2026, 10, 15, 12);

const shown = (at: number) =>
  Number.isFinite(at) ? new Date(at).toISOString().slice(0, 16).replace("T00:00", "") : "open";
const times = (text: string, alone = false) =>
  findTimes(text, { now, nearby: "past", alone }).map(({ span }) => `${shown(span.from)} ${shown(span.to)}`);

const languages = {
  English: { said: english, alone: englishAlone },
  German: { said: german, alone: germanAlone },
  French: { said: french, alone: frenchAlone },
  Spanish: { said: spanish, alone: spanishAlone },
  Japanese: { said: japanese, alone: japaneseAlone },
};

describe.each(Object.entries(languages))("%s expressions", (_, { said, alone }) => {
  it.each(Object.entries(said))("understand %s", (text, span) => expect(times(text)).toEqual([span]));

  it.each(Object.entries(alone))("understand %s where it stands alone", (text, span) => {
    expect(times(text)).toEqual([]);
    expect(times(text, true)).toEqual([span]);
  });
});

describe("what is no time", () => {
  it.each(noTimes)("%s", (text) => expect(times(text)).toEqual([]));
});
