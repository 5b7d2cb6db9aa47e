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
  ])("are all that %s asks", (text) => expect(asked(text)?.only).toBe(true));

  it.each([
    "What did Maria decide last week?",
    "Welche Rechnung kam letzte Woche?",
    "先週マリアは何をしましたか？",
    "invoices of March",
  ])("are a preference in %s", (text) => expect(asked(text)?.only).toBe(false));

  it("are left out of the words that are searched, unless memories are indexed with them", () => {
    expect(asked("invoices two weeks ago")?.words.trim()).toBe("invoices");
    expect(asked("invoices of 7 May 2023")?.words).toBe("invoices of 7 May 2023");
    expect(asked("What did Maria decide last week?")?.times).toEqual([
      { said: "last week", from: "2026-11-02T00:00:00.000Z", to: "2026-11-09T00:00:00.000Z" },
    ]);
  });

  it("are none outside the years that can be stored", () => {
    expect(queryTimes("last year", clockOf({ now: "1900-01-01T00:00:00Z" }))).toBeUndefined();
    expect(asked("the year 9999 and 999 years ago")).toBeUndefined();
  });
});
