import { expect, test } from "vitest";
import { eventTime } from "./event-time.js";

/** A Monday. */
const written = new Date("2026-03-02T15:00:00Z");

test.each([
  ["Bob will send it by Friday.", "2026-03-06"],
  ["Bob will send it tomorrow.", "2026-03-03"],
  ["Alice will deliver the MVP by the end of March.", "2026-03-31"],
  ["Alice will deliver MVP by Q1", "2026-03-31"],
  ["due end of Q2", "2026-06-30"],
  ["We will be done by EOD", "2026-03-02"],
  ["I'll do it by the end of the week", "2026-03-08"],
  ["by the end of the month", "2026-03-31"],
  ["I'll bring it on the 17th.", "2026-03-17"],
  ["I'll bring it by the 1st.", "2026-04-01"],
  ["We deliver by 20 February", "2027-02-20"],
  ["Since January we know; Bob will fix it by 15 March.", "2026-03-15"],
  ["by next Tuesday", "2026-03-03"],
  ["no date at all", undefined],
])("a commitment is due: %s", (sentence, day) => {
  expect(eventTime(sentence, written, true)?.slice(0, 10)).toBe(day);
});

test.each([
  ["Deployed on Friday.", "2026-02-27"],
  ["We met on the 17th.", "2026-02-17"],
  ["Finished yesterday", "2026-03-01"],
  ["The lathe was removed in July", "2025-07-31"],
  ["Shipped on 12 May 2024", "2024-05-12"],
])("what happened lies in the past: %s", (sentence, day) => {
  expect(eventTime(sentence, written, false)?.slice(0, 10)).toBe(day);
});
