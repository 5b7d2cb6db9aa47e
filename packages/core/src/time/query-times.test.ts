import { describe, expect, it } from "vitest";
import { clockOf } from "./clock.js";
import { queryTimes } from "./query-times.js";

const clock = clockOf({ now: "2026-11-15T12:00:00Z" });
const asked = (text: string) => queryTimes(text, clock);

describe("the times of a query", () => {
  it.each([
    "What happened last week?",
    "last week",
    "What did we talk about yesterday?",
    "Was ist letzte Woche passiert?",
    "Que s'est-il passé la semaine dernière ?",
    "¿Qué pasó la semana pasada?",
    "先週何がありましたか？",
    "what happened on 7 May?",
    "what happened this time last year?",
    "what was said more than a year ago?",
    "30分前に何を話した？",
    "qu'avons-nous fait il y a quinze jours ?",
  ])("are all that %s asks", (text) => expect(asked(text)?.only).toBe(true));

  it.each([
    "What did Maria decide last week?",
    "Welche Rechnung kam letzte Woche?",
    "先週マリアは何をしましたか？",
    "invoices of March",
    "Q1 tests",
    "the nineties playlist",
    "minutes of the meeting more than a year ago",
  ])("are a preference in %s", (text) => expect(asked(text)?.only).toBe(false));

  it("are left out of the words that are searched, unless memories are indexed with them", () => {
    expect(asked("invoices two weeks ago")?.words.trim()).toBe("invoices");
    expect(asked("invoices of 7 May 2023")?.words).toBe("invoices of 7 May 2023");
    expect(asked("What did Maria decide last week?")?.times).toEqual([
      { said: "last week", from: "2026-11-02T00:00:00.000Z", to: "2026-11-09T00:00:00.000Z" },
    ]);
  });

  it.each([
    ["What happened in the year 9999?", "in the year 9999", "9999-01-01", "9999-12-31"],
    ["Was geschah im Jahr 9999?", "im Jahr 9999", "9999-01-01", "9999-12-31"],
    ["9999年に何がありましたか？", "9999年", "9999-01-01", "9999-12-31"],
    ["What happened 999 years ago?", "999 years ago", "1027-01-01", "1028-01-01"],
    ["What happened 9999 years ago?", "9999 years ago", "0001-01-01", "0001-01-01"],
  ])("are told of %s, in which nothing was said", (text, said, from, to) => {
    const { times, only } = asked(text)!;
    expect(only).toBe(true);
    expect(times).toMatchObject([
      { said, from: expect.stringContaining(from), to: expect.stringContaining(to) },
    ]);
  });

  it("are told of a clock in 1900", () => {
    const then = queryTimes("What happened last year?", clockOf({ now: "1900-01-01T00:00:00Z" }));
    const times = [{ said: "last year", from: "1899-01-01T00:00:00.000Z", to: "1900-01-01T00:00:00.000Z" }];
    expect(then).toMatchObject({ only: true, times });
  });
});
