import { expect, test } from "vitest";
import { extractByRules } from "../extract-by-rules.js";

const owners = async (text: string) =>
  (await extractByRules({ text, type: "note", date: new Date("2025-04-01T00:00:00Z") })).events.map(
    ({ actors }) => actors.map(({ ref }) => ref),
  );

test.each([
  ["James will write the report by Friday.", "James"],
  ["Carlos promised to call the client.", "Carlos"],
  ["Marion agreed to draft the letter.", "Marion"],
  ["Ada commits to deliver the API documentation by Friday.", "Ada"],
  ["Ada promises to deliver the docs.", "Ada"],
  ["Alice Miller shipped the SDK", "Alice Miller"],
  ["Bob approved the budget.", "Bob"],
  ["Bob decided to use Go.", "Bob"],
  ["Bob fixed the login bug.", "Bob"],
  ["Bob deployed v2.", "Bob"],
  ["Bob met with the auditors on Monday.", "Bob"],
  ["Kim joins as a designer on 1 May and will be promoted.", "Kim"],
  ["The payments team will deliver the plan.", "payments team"],
  ["IT will replace the laptops by Friday.", "IT"],
])("names who acts: %s", async (text, name) => {
  expect(await owners(text)).toEqual([[name]]);
});

test.each([
  "It was decided to use Go.",
  "Lunch will be served by 12:00.",
  "It was decided that we close the Ghent office.",
  "We chose vendor X for the hosting.",
  "The project Zorblatt will ship in May.",
  "Testing will start on Monday.",
  "Users reported the login page is confusing.",
])("names nobody: %s", async (text) => {
  expect(await owners(text)).toEqual([[]]);
});

test.each([
  ["We shipped the release on 5 May.", "release"],
  ["The SOC 2 audit was completed.", "SOC 2"],
  ["IT will replace the laptops by Friday.", "laptops"],
  ["Change: the price will rise to 5 EUR on 1 May.", "price"],
])("says what an event is about: %s", async (text, subject) => {
  const { events } = await extractByRules({ text, type: "note", date: new Date("2025-04-01T00:00:00Z") });
  expect(events.map((event) => event.subject.ref)).toEqual([subject]);
});
