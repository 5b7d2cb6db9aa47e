import { expect, it } from "vitest";
import { builtinEmbedder } from "./builtin/builtin-embedder.js";
import { thresholdsOf } from "./embedder.js";

const contradicting = [
  ["Ada works from Lisbon.", "Ada works from Porto."],
  ["The ferry to Texel sails at nine", "The ferry to Texel sails at ten"],
  ["Ada prefers answers in French", "Ada prefers answers in Italian"],
  ["The database runs on Postgres 17", "The database runs on Postgres 16"],
  ["Ben is allergic to peanuts", "Ben is not allergic to peanuts"],
  ["Deployments happen on Tuesdays", "Deployments happen on Fridays"],
  ["The API key rotates every 30 days", "The API key rotates every 90 days"],
  ["Carla manages the Berlin office", "Dora manages the Berlin office"],
  ["The budget for marketing is 10,000 euros", "The marketing budget is 12,000 euros"],
  ["Invoices go out on the first of the month", "Invoices are sent on the fifteenth of the month"],
  ["The staging server is in Frankfurt", "The staging server moved to Dublin"],
  ["Eve drinks her coffee black", "Eve drinks her coffee with milk"],
  ["The team uses React for the frontend", "The team uses Vue for the frontend"],
  ["Max lives in Hamburg with his parents", "Max lives in Munich with his parents"],
] as const;
const unrelated = [
  ["Ada works from Lisbon.", "Ada has two cats."],
  ["The ferry to Texel sails at nine", "The bus to the airport leaves at nine"],
  ["Ada prefers answers in French", "Ben prefers tea in the morning"],
  ["The database runs on Postgres 17", "The server runs on Debian"],
  ["Deployments happen on Tuesdays", "Team lunch happens on Tuesdays"],
  ["Carla manages the Berlin office", "The Berlin office has a new kitchen"],
  ["Invoices go out on the first of the month", "Rent is due on the first of the month"],
  ["The team uses React for the frontend", "The team uses Slack for chat"],
  ["Eve drinks her coffee black", "Eve drives a black car"],
  ["Max lives in Hamburg with his parents", "Max works in Hamburg for a bank"],
  ["The budget for marketing is 10,000 euros", "The budget review is in March"],
  ["The API key rotates every 30 days", "Passwords expire after 90 days"],
] as const;
const otherwise = [
  ["The train goes from Rome to Paris", "The train goes from Paris to Rome"],
  ["The office opens before lunch", "The office opens after lunch"],
  ["Ann pays Bob", "Bob pays Ann"],
] as const;
const censored = [
  [
    "Never deploy on Friday afternoon because fixes wait until Monday",
    "Let us deploy the new build on Friday afternoon",
  ],
  ["rm -rf on production deletes data nobody can restore", "I will run rm -rf on the production host"],
  ["Do not email customers without approval since legal must check", "Send an email to all customers now"],
  ["Pushing to main without review broke the build twice", "pushing my change to main without review"],
] as const;
const allowed = [
  ["Never deploy on Friday afternoon because fixes wait until Monday", "We had lunch on Friday"],
  ["rm -rf on production deletes data nobody can restore", "Show the production numbers of May"],
  [
    "Do not email customers without approval since legal must check",
    "The customers were happy with the release",
  ],
  ["Pushing to main without review broke the build twice", "The review of the build pipeline is on Monday"],
] as const;

const embedder = builtinEmbedder();
const shareAbove = async (pairs: readonly (readonly [string, string])[], least: number) => {
  const cosines = await Promise.all(
    pairs.map(async (pair) => {
      const [a, b] = await embedder.embed([...pair]);
      return a!.reduce((sum, value, at) => sum + value * b![at]!, 0);
    }),
  );
  return cosines.filter((cosine) => cosine >= least).length / pairs.length;
};

it("tells contradictions and matches of censors from other texts by the built-in embedder's thresholds", async () => {
  const { contradiction, censor } = thresholdsOf(embedder.id);
  expect(await shareAbove(contradicting, contradiction)).toBeGreaterThan(0.75);
  expect(await shareAbove(unrelated, contradiction)).toBeLessThan(0.1);
  expect(await shareAbove(censored, censor)).toBe(1);
  expect(await shareAbove(allowed, censor)).toBe(0);
});

it("takes no two texts for one by the built-in embedder, which knows no order of words", async () => {
  expect(await shareAbove(otherwise, 0.999)).toBe(1);
  expect(thresholdsOf(embedder.id).duplicate).toBe(1);
});

it("has the usual thresholds for a space that nobody measured", () => {
  expect(thresholdsOf("some-model@8")).toEqual({ duplicate: 0.95, contradiction: 0.85, censor: 0.7 });
});
