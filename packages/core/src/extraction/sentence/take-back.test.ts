import { expect, test } from "vitest";
import { extractByRules } from "../extract-by-rules.js";

const categories = async (text: string) =>
  (await extractByRules({ text, type: "note", date: new Date("2025-04-01T00:00:00Z") })).events.map(
    ({ category }) => category,
  );

test.each([
  "Decision: not made yet.",
  "Decision: if legal agrees, we use Go.",
  "Decision: use Go if legal agrees.",
  "Decision: we will not decide today.",
  "Decision: deferred until Q3, no choice was made.",
  "Decision (not final): we might use Go.",
  "Decision (draft): we will use Go.",
  "Water is calm. Decision (draft): we will use Go.",
  "Action: Bob will not do it.",
  "Action: should we call Bob",
  "Action: Ann declined to call Bob.",
  "Commitment: neither Ann nor Bob will deliver the plan by Friday.",
  "Commitment: Ann will deliver the plan provided Bob agrees.",
  "Commitment: Alice did not commit to anything.",
  "Feedback: no complaints so far.",
  "Issue: resolved.",
])("a statement takes back its label: %s", async (text) => {
  expect(await categories(text)).toEqual([]);
});

test.each([
  ["Decision: we will not use Kafka.", "Decision"],
  ["Decision: open a second office in Leeds.", "Decision"],
  ["Decision: payments are not made in cash.", "Decision"],
  ["Decision: refunds are paid if the customer asks within 30 days.", "Decision"],
  ["Decision: drop the feature that might leak data.", "Decision"],
  ["Action: Bob to find out if the backup runs.", "Commitment"],
  ["Action: Bob to check why the backup did not run.", "Commitment"],
  ["Feedback: no one likes the new menu.", "Feedback"],
  ["Issue: login page not fixed.", "QualityRisk"],
])("a statement keeps its label: %s", async (text, category) => {
  expect(await categories(text)).toEqual([category]);
});
