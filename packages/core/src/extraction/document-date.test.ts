import { expect, it } from "vitest";
import { documentDate } from "./document-date.js";

it.each([
  ["a heading", "# Weekly sync, 2 March 2026\n\nMaria will deliver.", undefined],
  ["a line of its own", "Team meeting\nDate: March 2, 2026\nPresent: Ann", undefined],
  ["its title", "Maria will deliver.", "Sync 2026-03-02"],
])("is taken from %s", (_, text, title) => {
  expect(documentDate(text, title)?.toISOString().slice(0, 10)).toBe("2026-03-02");
});

it.each([
  ["what it tells of", "# Plan\n\nWe moved on 2 March 2026."],
  ["a month or a year alone", "# Report for March 2026\n\nAll is well."],
  ["a day without a year", "# Standup, Monday 2 March"],
  ["a heading far below", `${"A line.\n".repeat(20)}# 2 March 2026`],
])("is not taken from %s", (_, text) => {
  expect(documentDate(text)).toBeUndefined();
});
