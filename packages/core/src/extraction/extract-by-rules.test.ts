import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { EventCategory, ExtractedEvent, SourceDocument } from "./event.js";
import { verifyEvidence } from "./evidence/verify-evidence.js";
import { extractByRules } from "./extract-by-rules.js";

const date = new Date("2026-03-02T00:00:00Z");
const extract = async (text: string, more: Partial<SourceDocument> = {}) =>
  (await extractByRules({ text, type: "note", date, ...more })).events;
const categoriesOf = (events: ExtractedEvent[]) => events.map(({ category }) => category);

describe("the seed's scenarios", () => {
  it("1: finds the decision of a small note and quotes it", async () => {
    const text = "Decision: We will use Postgres for event storage starting Monday.";
    const [event, ...others] = await extract(text);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ category: "Decision", narrative: text });
    expect(event!.evidence[0]!.quote).toContain("Postgres");
  });

  it("2: finds every decision and commitment of a long document", async () => {
    const filler = "The weather was mild and the room was quiet for most of the day. ".repeat(60);
    const decisions = ["use Postgres for storage", "drop the old API", "hire a second designer"];
    const text = [
      `Decision: We will ${decisions[0]}.`,
      filler,
      `Decision: We will ${decisions[1]}.`,
      filler,
      "Alice will deliver the MVP by the end of March.",
      filler,
      `Decision: We will ${decisions[2]}.`,
      "Commitment: Bob sends the contract by 20 March.",
    ].join("\n\n");
    const events = await extract(text, { type: "doc" });
    expect(events.filter(({ category }) => category === "Decision").length).toBe(3);
    expect(events.filter(({ category }) => category === "Commitment").length).toBe(2);
  });

  it("3: finds the same events in the same document", async () => {
    const document = {
      text: "Decision: Use Postgres.\nAlice will send the plan tomorrow.",
      type: "note",
      date,
    } as const;
    expect(await extractByRules(document)).toEqual(await extractByRules(document));
  });

  it("4: finds what each of two revisions says", async () => {
    expect((await extract("Decision: Use MySQL."))[0]!.narrative).toContain("MySQL");
    const [event] = await extract("Decision: Actually, use Postgres instead.");
    expect(event).toMatchObject({ category: "Decision" });
    expect(event!.narrative).toContain("Postgres");
  });
});

test.each<[EventCategory, string]>([
  ["Commitment", "Alice will deliver MVP by Q1"],
  ["Execution", "Deployed v2.3 to production"],
  ["Decision", "Decided to use Postgres over Kafka"],
  ["Collaboration", "Engineering and design synced on UI"],
  ["QualityRisk", "Security audit found XSS vulnerability"],
  ["Feedback", "Users reported login flow is confusing"],
  ["Change", "Changed pricing from $99 to $149"],
  ["Stakeholder", "Added Bob as security reviewer"],
])("reads the seed's example of a %s", async (category, text) => {
  expect(categoriesOf(await extract(text))).toEqual([category]);
});

test.each<[string, EventCategory]>([
  ["Decision 7: Do something.", "Decision"],
  ["**Decision:** keep the old logo", "Decision"],
  ["ACTION (Hugo): model the effect on churn", "Commitment"],
  ["- Action item: Dana to brief the sales team", "Commitment"],
  ["Risk: if competitors follow, our main argument is gone", "QualityRisk"],
  ["ISSUE - billing cannot prorate yet", "QualityRisk"],
  ["Feedback: families find the visiting hours too short", "Feedback"],
  ["Change: night round now at 22:30", "Change"],
  ["Owner: Dana Whitfield", "Stakeholder"],
])("takes %s at its label", async (line, category) => {
  expect(categoriesOf(await extract(line))).toEqual([category]);
});

test.each([
  "Should we use Postgres?",
  "Did Bob deploy the release?",
  "We did not decide to use Kafka.",
  "We have not decided on the name yet.",
  "No decision was made about the office.",
  "Alice will not deliver the report.",
  "The hoist has not been delivered.",
  "Nobody has agreed to that.",
  "If the tests pass, we will ship on Friday.",
  "We will ship on Friday if the tests pass.",
  "Unless legal objects, Bob will sign the contract.",
  "We could switch to another vendor.",
  "There are no blockers.",
  "Blockers: none",
  "> We decided to use Kafka.",
  "The office is on the third floor.",
  "```\nDecision: in code\n```",
])("finds nothing in: %s", async (text) => {
  expect(await extract(text)).toEqual([]);
});

it("leaves out the older mail below a reply", async () => {
  const text = [
    "I will send the plan tomorrow.",
    "",
    "On Mon, Feb 23, 2026 at 4:11 PM Bob Smith <bob@example.com> wrote:",
    "> We decided to use Kafka.",
    "",
    "-----Original Message-----",
    "From: Carol",
    "Sent: Friday",
    "We deployed v1 on Friday.",
  ].join("\n");
  const events = await extract(text, { type: "email", author: "Alice Chen" });
  expect(events.map(({ category, event_time, actors }) => ({ category, event_time, actors }))).toEqual([
    {
      category: "Commitment",
      event_time: "2026-03-03T00:00:00.000Z",
      actors: [{ ref: "Alice Chen", role: "owner" }],
    },
  ]);
});

it("names the speaker of a transcript, and quotes only what was said", async () => {
  const text = "[09:02] Dana Whitfield: I'll send the draft by Friday.\n[09:03] Hugo: Thanks!";
  const [event] = await extract(text, { type: "transcript" });
  expect(event).toMatchObject({
    category: "Commitment",
    narrative: "Dana Whitfield: I'll send the draft by Friday.",
    event_time: "2026-03-06T00:00:00.000Z",
    actors: [{ ref: "Dana Whitfield", role: "owner" }],
    evidence: [{ quote: "I'll send the draft by Friday." }],
  });
});

it("gives entities with their aliases and every mention", async () => {
  const text = "Alice Chen will deliver the API. Alice met Bob Smith on Monday.";
  const { entities } = await extractByRules({
    text,
    type: "note",
    date,
    participants: ["Alice Chen", "Bob Smith"],
  });
  expect(entities).toEqual([
    {
      type: "person",
      name: "Alice Chen",
      aliases: ["Alice"],
      mentions: [
        { start_char: 0, end_char: 10, surface_form: "Alice Chen" },
        { start_char: 33, end_char: 38, surface_form: "Alice" },
      ],
    },
    {
      type: "person",
      name: "Bob Smith",
      aliases: [],
      mentions: [{ start_char: 43, end_char: 52, surface_form: "Bob Smith" }],
    },
  ]);
});

it("quotes at most 25 words of a long sentence, with its verb", async () => {
  const text = `${"After a very long introduction about many other matters of no great importance to anybody in the room at that time of day, "}the committee decided to replace the old boiler in the basement before the winter with ${"a rather large and ".repeat(8)}new one.`;
  const [event] = await extract(text);
  expect(event!.evidence[0]!.quote).toContain("decided");
  expect(event!.evidence[0]!.quote.split(/\s+/).length).toBeLessThanOrEqual(25);
});

it("gives only evidence that verifies, whatever the text", async () => {
  const words = fc.constantFrom(
    "Decision:",
    "We decided to",
    "Alice will",
    "send",
    "the plan",
    "by Friday.",
    "\n",
    "- ",
    "> ",
    "🎉",
    "naïve",
    "…",
    "\r\n",
    "?",
    "if",
    "failed",
    "#",
    "**",
    "a".repeat(400),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(words, fc.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 60 }),
      async (parts) => {
        const text = parts.join(" ");
        for (const { evidence } of await extract(text, { type: "chat" })) {
          for (const one of evidence) {
            expect(verifyEvidence(text, one)).toMatchObject({ ok: true, repaired: false });
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a name ends with its line, and what is promised is its subject", async () => {
  const text = "Attendees: Tom Baker, Priya Shah\n\nMaria will deliver the migration plan by 31 March.";
  const [event] = await extract(text);
  expect(event).toMatchObject({
    category: "Commitment",
    actors: [{ ref: "Maria", role: "owner" }],
    subject: { type: "object", ref: "migration plan" },
  });
});

test("numbered headings are no items, and numbered items each stand for themselves", async () => {
  const text = [
    "4. Changes to the earlier agreement",
    "4.1 Clause 7 of the agreement of 3 May 2024 is replaced by Schedule B.",
    "4.2 The notice period is reduced from six to three months.",
    "",
    "5. General",
    "5.1 Neither party may assign this agreement.",
  ].join("\n");
  expect((await extract(text)).map(({ category, evidence }) => [category, evidence[0]!.quote])).toEqual([
    ["Change", "Clause 7 of the agreement of 3 May 2024 is replaced by Schedule B."],
    ["Change", "The notice period is reduced from six to three months."],
  ]);
});
