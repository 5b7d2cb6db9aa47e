import { describe, expect, it } from "vitest";
import { periodOf } from "./period.js";

const now = "2026-11-15T12:00:00Z";
const bounds = (input: object) => periodOf({ now, ...input }).bounds;

describe("the bounds of a read", () => {
  it.each([
    ["2026-03-01T09:30:00+02:00", "2026-03-01T09:30:00+02:00", "2026-03-01T09:30:00+02:00"],
    ["2026-03-01T09:30", "2026-03-01T09:30:00.000Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01 09:30:15", "2026-03-01T09:30:15.000Z", "2026-03-01T09:30:15.000Z"],
    ["2026-03-01", "2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
    ["2026-03", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
    ["2025", "2025-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    ["last week", "2026-11-02T00:00:00.000Z", "2026-11-09T00:00:00.000Z"],
    ["on 7 May", "2026-05-07T00:00:00.000Z", "2026-05-08T00:00:00.000Z"],
    ["March", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
    ["since March", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
    ["Anfang November", "2026-11-01T00:00:00.000Z", "2026-11-11T00:00:00.000Z"],
    ["先週", "2026-11-02T00:00:00.000Z", "2026-11-09T00:00:00.000Z"],
    ["now", "2026-11-15T12:00:00.000Z", "2026-11-15T12:00:00.000Z"],
    ["20 minutes ago", "2026-11-15T11:40:00.000Z", "2026-11-15T11:40:00.000Z"],
    ["yesterday at 15:00", "2026-11-14T15:00:00.000Z", "2026-11-14T15:00:00.000Z"],
  ])("read %s from its beginning or to its end", (given, from, to) => {
    expect(bounds({ from: given })).toEqual({ from });
    expect(bounds({ to: given })).toEqual({ to });
  });

  it("say how words were understood, and are silent about exact moments", () => {
    expect(periodOf({ now, from: "last week", to: "2026-11-10T00:00:00Z" }).understood).toEqual([
      { said: "last week", as: "from", from: "2026-11-02T00:00:00.000Z" },
    ]);
  });

  it("begin where the caller's days begin", () => {
    const late = { now: "2026-11-15T23:30:00Z", from: "today" };
    expect(bounds({ ...late, time_zone: "Asia/Tokyo" })).toEqual({ from: "2026-11-15T15:00:00.000Z" });
    expect(bounds({ ...late, time_zone: "-05:00" })).toEqual({ from: "2026-11-15T05:00:00.000Z" });
    expect(bounds({ now: "2026-11-16T08:30:00+09:00", from: "today" })).toEqual({
      from: "2026-11-15T15:00:00.000Z",
    });
    expect(bounds({ from: "2026-07-01", time_zone: "Europe/Berlin" })).toEqual({
      from: "2026-06-30T22:00:00.000Z",
    });
    expect(bounds({ from: "2026-01-01", time_zone: "Europe/Berlin" })).toEqual({
      from: "2025-12-31T23:00:00.000Z",
    });
  });

  it.each([
    [{ from: "the day the music died" }, "from must be a date, a time or words for one"],
    [{ from: "last week and yesterday" }, "from must be a date"],
    [{ to: "last week, about the invoice" }, "to must be a date"],
    [{ from: "2026-02-30" }, "from must be a date"],
    [{ from: "2026-02-30T10:00:00Z" }, "from must be a date"],
    [{ from: "2026-13-01" }, "from must be a date"],
    [{ from: "2026-03-01T25:00" }, "from must be a date"],
    [{ to: "   " }, "to must be a date"],
    [{ from: "9999-01-01" }, "from must be between the years 1900 and 2200"],
    [{ to: "0001-01-01T00:00:00Z" }, "to must be between the years 1900 and 2200"],
    [{ from: "last week", now: "1900-01-01T00:00:00Z" }, "from must be between the years 1900 and 2200"],
    [{ to: "2026-11-16T22:00:00-23:59" }, "to must have an offset of at most 14 hours"],
    [{ from: "in the year 9999" }, "from must be between the years 1900 and 2200"],
    [{ to: "im Jahr 1027" }, "to must be between the years 1900 and 2200"],
    [{ from: "999 years ago" }, "from must be between the years 1900 and 2200"],
    [{ from: "yesterday", to: "last week" }, "to must be after from"],
    [{ since: "2026-03-02", until: "2026-03-01" }, "until must be after since"],
    [{ time_zone: "Mars/Olympus" }, "time_zone must be a time zone such as Europe/Berlin"],
    [{ time_zone: "+99:00" }, "time_zone must be a time zone"],
  ])("refuse %j", (input, message) => {
    expect(() => bounds(input)).toThrow(message);
  });
});
