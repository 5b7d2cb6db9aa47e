import { expect, test } from "vitest";
import { eventTime } from "./event-time.js";

/** A Monday. */
const written = { date: new Date("2026-03-02T15:00:00Z") };

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
  ["by next Tuesday", "2026-03-10"],
  ["by next Friday", "2026-03-13"],
  ["Bob will send it next Friday, 20 March.", "2026-03-20"],
  ["Bob will send it in two weeks.", "2026-03-16"],
  ["Bob will send it within 10 days.", "2026-03-12"],
  ["Bob will send it by May 2.", "2026-05-02"],
  ["Bob will send it by Sept. 4.", "2026-09-04"],
  ["Bob will send it before December 7.", "2026-12-07"],
  ["Bob will send it by May 2027.", "2027-05-31"],
  ["Bob will send it by EOD Friday.", "2026-03-06"],
  ["Bob will send it by COB on March 11.", "2026-03-11"],
  ["Bob will send it on Friday, end of day.", "2026-03-06"],
  ["Bob met them on Tuesday and will send it by close of business Thursday.", "2026-03-05"],
  ["no date at all", undefined],
  ["Bob will send it by 2026-02-30.", undefined],
  ["Bob will send it by 29 February 2027.", undefined],
])("a commitment is due: %s", (sentence, day) => {
  expect(eventTime(sentence, written, true)?.slice(0, 10)).toBe(day);
});

test.each([
  ["Deployed on Friday.", "2026-02-27"],
  ["We met on the 17th.", "2026-02-17"],
  ["Finished yesterday", "2026-03-01"],
  ["The lathe was removed in July", "2025-07-31"],
  ["Shipped on 12 May 2024", "2024-05-12"],
  ["On 1 May we shipped v2.", "2025-05-01"],
  ["Kim, who joins calls from home, was ill on 20 April.", "2025-04-20"],
])("what happened lies in the past: %s", (sentence, day) => {
  expect(eventTime(sentence, written, false)?.slice(0, 10)).toBe(day);
});

test.each([
  ["Decision: we will use Postgres starting Wednesday.", "2026-03-04"],
  ["The deadline moved to June.", "2026-06-30"],
  ["The supplier may be late in May.", "2026-05-31"],
  ["The old pier is closed until Friday.", "2026-03-06"],
  ["The certificate expires on 30 April.", "2026-04-30"],
  ["Decision: launch moves to June.", "2026-06-30"],
  ["Kim joins the team on 1 May.", "2026-05-01"],
  ["On 1 May the price rises to 5 euros.", "2026-05-01"],
  ["From 1 May on, parking costs 5 euros.", "2026-05-01"],
  ["The report is due on 30 April.", "2026-04-30"],
  ["On Friday we agreed to close the pier until Thursday.", "2026-02-27"],
])("what is announced lies ahead: %s", (sentence, day) => {
  expect(eventTime(sentence, written, false)?.slice(0, 10)).toBe(day);
});

test.each([
  ["Risk: certificate, 30 April", "2026-04-30"],
  ["Risk: audit, 12 December", "2025-12-12"],
  ["The report was due on 20 February.", "2026-02-20"],
])("without a verb that tells, the nearest day is meant: %s", (sentence, day) => {
  expect(eventTime(sentence, written, false)?.slice(0, 10)).toBe(day);
});

test.each([
  ["Bob will send it by Friday 17:00.", "2026-03-06T08:00:00.000Z"],
  ["Bob will send it by 5 pm on Friday.", "2026-03-06T08:00:00.000Z"],
  ["Bob will send it by Friday 17:00 UTC.", "2026-03-06T17:00:00.000Z"],
  ["Bob will send it by Friday.", "2026-03-06T00:00:00.000Z"],
  ["Bob will send it tomorrow.", "2026-03-04T00:00:00.000Z"],
  ["Bob will send it by the 17th.", "2026-03-17T00:00:00.000Z"],
])("hours are on the clock of the document, and days are its days: %s", (sentence, due) => {
  // In Tokyo it is half past midnight of Tuesday.
  const document = { date: new Date("2026-03-02T15:30:00Z"), zone: 9 * 60 };
  expect(eventTime(sentence, document, true)).toBe(due);
});

test("the 31st of a month that has none is no time", () => {
  const inApril = { date: new Date("2026-04-02T00:00:00Z") };
  expect(eventTime("Bob will send it by the 31st.", inApril, true)).toBeNull();
  expect(eventTime("Bob will send it by the 30th.", inApril, true)).toBe("2026-04-30T00:00:00.000Z");
});
