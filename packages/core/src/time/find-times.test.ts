import { describe, expect, it } from "vitest";
import { findTimes, type Look } from "./find-times.js";

/** A Sunday. */
const now = Date.UTC(2026, 10, 15, 12);

const shown = (at: number) =>
  Number.isFinite(at) ? new Date(at).toISOString().slice(0, 16).replace("T00:00", "") : "open";
const times = (text: string, look: Partial<Look> = {}) =>
  findTimes(text, { now, nearby: "past", ...look }).map(
    ({ span }) => `${shown(span.from)} ${shown(span.to)}`,
  );

const week = "2026-11-02 2026-11-09";
const yesterday = "2026-11-14 2026-11-15";
const march = "2026-03-01 2026-04-01";
const twoWeeksAgo = "2026-10-26 2026-11-02";
const early = "2026-11-01 2026-11-11";
const seventh = "2026-05-07 2026-05-08";
const lastYear = "2025-01-01 2026-01-01";
const tuesday = "2026-11-10 2026-11-11";

const understood: Record<string, Record<string, string>> = {
  English: {
    "What happened last week?": week,
    "I saw her yesterday.": yesterday,
    "in March": march,
    "two weeks ago": twoWeeksAgo,
    "early November": early,
    "the beginning of November": early,
    "on 7 May": seventh,
    "7 May 2023": "2023-05-07 2023-05-08",
    "last year": lastYear,
    "last Tuesday": tuesday,
    "Tuesday last week": "2026-11-03 2026-11-04",
    "March last year": "2025-03-01 2025-04-01",
    "last summer": "2026-06-01 2026-09-01",
    "in the summer of 2023": "2023-06-01 2023-09-01",
    "over the past two weeks": "2026-11-01 2026-11-16",
    "last weekend": "2026-11-07 2026-11-09",
    "between March and May": "2026-03-01 2026-06-01",
    "since March": "2026-03-01 open",
    "before 2020": "open 2020-01-01",
    "in 2022": "2022-01-01 2023-01-01",
    "3-5 May": "2026-05-03 2026-05-06",
    "by May 7": seventh,
    "from 7 May": seventh,
    "In March 12 people came": march,
    "the week before last": twoWeeksAgo,
    "twenty days ago": "2026-10-26 2026-10-27",
    "7.5.2023": "2023-05-07 2023-05-08",
    "It ends on 7.5.2023.": "2023-05-07 2023-05-08",
  },
  German: {
    "Was ist letzte Woche passiert?": week,
    gestern: yesterday,
    "im März": march,
    "vor zwei Wochen": twoWeeksAgo,
    "Anfang November": early,
    "am 7. Mai": seventh,
    "letztes Jahr": lastYear,
    "letzten Dienstag": tuesday,
    "Ende letzten Monats": "2026-10-21 2026-11-01",
    "im März letzten Jahres": "2025-03-01 2025-04-01",
    vorgestern: "2026-11-13 2026-11-14",
    "am 7.5.2023": "2023-05-07 2023-05-08",
    "Was haben wir vorletzte Woche besprochen?": twoWeeksAgo,
    "heute früh": "2026-11-15 2026-11-16",
    "letzte Nacht": yesterday,
  },
  French: {
    "Que s'est-il passé la semaine dernière ?": week,
    hier: yesterday,
    "en mars": march,
    "il y a deux semaines": twoWeeksAgo,
    "il y a quinze jours": "2026-10-26 2026-11-02",
    "début novembre": early,
    "le 7 mai": seventh,
    "l'année dernière": lastYear,
    "mardi dernier": tuesday,
    "mi-mai": "2026-05-11 2026-05-21",
    "avant-hier": "2026-11-13 2026-11-14",
    "l'été dernier": "2026-06-01 2026-09-01",
  },
  Spanish: {
    "¿Qué pasó la semana pasada?": week,
    ayer: yesterday,
    "en marzo": march,
    "hace dos semanas": twoWeeksAgo,
    "la semana antepasada": twoWeeksAgo,
    "hace quince días": "2026-10-26 2026-11-02",
    "a principios de noviembre": early,
    "el 7 de mayo": seventh,
    "el año pasado": lastYear,
    "el martes pasado": tuesday,
    anteayer: "2026-11-13 2026-11-14",
    "el fin de semana pasado": "2026-11-07 2026-11-09",
  },
  Japanese: {
    "先週何がありましたか？": week,
    昨日: yesterday,
    "3月に": march,
    "2週間前": twoWeeksAgo,
    二週間前: twoWeeksAgo,
    "11月上旬": early,
    "5月7日": seventh,
    "２０２３年５月７日": "2023-05-07 2023-05-08",
    去年: lastYear,
    去年の夏: "2025-06-01 2025-09-01",
    先週の火曜日: "2026-11-03 2026-11-04",
    先週末: "2026-11-07 2026-11-09",
    おととい: "2026-11-13 2026-11-14",
    先々週: twoWeeksAgo,
  },
};

describe.each(Object.entries(understood))("times in %s", (_, cases) => {
  it.each(Object.entries(cases))("understand %s", (text, span) => expect(times(text)).toEqual([span]));
});

describe("times in a text", () => {
  it.each([
    "I may go",
    "the sun sat down",
    "march on, friends",
    "the mars rover",
    "at 5",
    "now it takes 20 minutes",
    "Guten Morgen zusammen",
    "trabaja por la mañana",
    "il a été malade",
    "日本に行きました",
    "year 9999",
    "",
  ])("are none in %j", (text) => expect(times(text)).toEqual([]));

  it.each([
    "2026-02-30",
    "by 2026-02-30T10:00:00Z",
    "2026/02/30",
    "2026-13-01",
    "the year 2026-02-30",
    "30 February 2026",
    "the 30th of February, 2026",
    "29 February 2027",
    "February 30, 2026",
    "by Feb 30",
    "by March 32, 2026",
    "Monday, 31 April 2026",
    "from 28 to 30 February 2026",
    "31/04/2026",
    "am 30. Februar 2026",
    "am 30.2.2026",
    "bis 31. April",
    "le 30 février 2026",
    "el 30 de febrero de 2026",
    "2026年2月30日",
  ])("are none in a day that does not exist: %j", (text) => expect(times(text)).toEqual([]));

  it.each([
    ["on 29 February 2024", "2024-02-29 2024-03-01"],
    ["2026-02-30 or 2026-03-30", "2026-03-30 2026-03-31"],
    ["In February 30 people came", "2026-02-01 2026-03-01"],
    ["All 50 bills of March 2026", march],
  ])("stay where other numbers stand next to them: %j", (text, span) => {
    expect(times(text)).toEqual([span]);
  });

  it("are all found, in their order", () => {
    expect(times("Last week we met, and on 7 May 2023 she left.")).toEqual([week, "2023-05-07 2023-05-08"]);
  });

  it("without a year are the nearest in what somebody says, and the last in a question", () => {
    expect(times("on 3 December", { nearby: "nearest" })).toEqual(["2026-12-03 2026-12-04"]);
    expect(times("on 3 December")).toEqual(["2025-12-03 2025-12-04"]);
  });

  it("of a log are the days of its lines, whose addresses and versions are none", () => {
    const line = (day: number) => `2026-03-0${day} 12:00:01.3 INFO request 7 of v1.2.30.4 at 10.0.0.7:8080`;
    expect(times([line(1), line(1), line(1), line(2)].join("\n"))).toEqual([
      "2026-03-01 2026-03-02",
      "2026-03-02 2026-03-03",
    ]);
    expect(times("Since 10.0.0.7 is down, we use 10.0.0.8.")).toEqual([]);
  });

  it("are looked for in a part of a long text alone, in few places", () => {
    expect(times(`${"a ".repeat(500_000)} yesterday`)).toEqual([]);
    expect(times("2023 years 5 months 3 days 2 hours ".repeat(30_000)).length).toBeLessThan(100);
    expect(times(`yesterday ${"a ".repeat(500_000)}`)).toEqual([yesterday]);
  });
});
