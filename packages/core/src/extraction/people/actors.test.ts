import { expect, test } from "vitest";
import { namedEntities } from "../entities/named-entities.js";
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
  ["Fred decided to use Go.", "Fred"],
  ["Added Bob as security reviewer", "Bob"],
  ["Promoted Kim to lead engineer.", "Kim"],
  ["Appointed Zoë Lind as treasurer.", "Zoë Lind"],
  ["Owner: Kim", "Kim"],
  ["Owner: Dana Jones (Berlin)", "Dana Jones"],
  ["Commitment: Kim sends the deck by Friday.", "Kim"],
  ["Commitment: Zoë Lind delivers the deck by Friday.", "Zoë Lind"],
  ["Action: Kim, send the deck by Friday.", "Kim"],
  ["Due 2026-02-30: Ann will pay the bill.", "Ann"],
  ["Friday: Ann will pay the bill.", "Ann"],
  ["Backend: Ann will fix the login by Friday.", "Ann"],
  ["Hugo: fix the login by Friday.", "Hugo"],
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
  "Decided to use Postgres over Kafka",
  "Committed to deliver the plan by Friday.",
  "Resolved to close the office.",
  "Voted to approve the budget.",
  "Opted to keep Postgres.",
  "Elected to wait.",
  "Chose to keep Postgres.",
  "Action: Postgres, upgrade by Friday.",
])("names nobody: %s", async (text) => {
  expect(await owners(text)).toEqual([[]]);
});

test.each([
  ["We shipped the release on 5 May.", "release"],
  ["The SOC 2 audit was completed.", "SOC 2"],
  ["IT will replace the laptops by Friday.", "laptops"],
  ["Change: the price will rise to 5 EUR on 1 May.", "price"],
  ["Change: retention goes from 30 to 90 days", "retention"],
  ["Issue: checkout fails", "checkout"],
  ["Issue: login page not fixed.", "login page"],
  ["Risk: Stripe fails on Mondays.", "Stripe"],
  ["Action: Kim, send the deck by Friday.", "deck"],
  ["Commitment: Kim will send the deck.", "deck"],
  ["Commitment: Zoë Lind delivers the deck by Friday.", "deck"],
  ["Added Bob as security reviewer", "Bob"],
  ["Kim sends the deck by Friday.", "deck"],
  ["The board decided not to buy the house.", "house"],
  ["Ann will pay by 3 March 2026.", "pay"],
  ["Ann will pay tomorrow.", "pay"],
  ["Ann will deliver it by the end of Q2 2027.", "deliver it"],
])("says what an event is about: %s", async (text, subject) => {
  const { events } = await extractByRules({ text, type: "note", date: new Date("2025-04-01T00:00:00Z") });
  expect(events.map((event) => event.subject.ref)).toEqual([subject]);
});

test.each([
  ["Owner: Priya Raman", [["Priya Raman", "owner"]]],
  [
    "Reviewers: Bob, Kim and Ann",
    [
      ["Bob", "reviewer"],
      ["Kim", "reviewer"],
      ["Ann", "reviewer"],
    ],
  ],
  ["Contact: Kim", [["Kim", "stakeholder"]]],
])("gives the role that a label names: %s", async (text, roles) => {
  const { events } = await extractByRules({ text, type: "note", date: new Date("2025-04-01T00:00:00Z") });
  expect(events.map(({ actors }) => actors.map(({ ref, role }) => [ref, role]))).toEqual([roles]);
});

test.each([
  ["Ann will pay by 3 March 2026.", ["Ann"]],
  ["Ann will deliver it by the end of Q2 2027.", ["Ann"]],
  ["Added Bob as security reviewer", ["Bob"]],
  ["Decided to use Postgres over Kafka", ["Postgres"]],
])("takes only names for entities: %s", async (text, names) => {
  const document = { text, type: "note", date: new Date("2025-04-01T00:00:00Z") } as const;
  const entities = await namedEntities(document, await extractByRules(document));
  expect(entities.map(({ name }) => name)).toEqual(names);
});

test("takes a subject that is neither person nor thing for an entity only if it is a name", async () => {
  const text = "After the Treaty of Rome we met Ann often.";
  const document = { text, type: "note", date: new Date("2025-04-01T00:00:00Z") } as const;
  const event = { category: "Change", event_time: null, narrative: text, actors: [], confidence: 1 } as const;
  const about = (ref: string) => ({
    ...event,
    actors: [],
    subject: { type: "other", ref } as const,
    evidence: [],
  });
  const events = [about("Treaty of Rome"), about("After the Treaty of Rome we met")];
  const entities = await namedEntities(document, { events, entities: [] });
  expect(entities.map(({ name }) => name)).toEqual(["Treaty of Rome"]);
});
