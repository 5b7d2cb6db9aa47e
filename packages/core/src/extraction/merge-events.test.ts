import { expect, it } from "vitest";
import type { ExtractedEvent } from "./event.js";
import { mergeEvents } from "./merge-events.js";

const event = (narrative: string, start: number, more: Partial<ExtractedEvent> = {}): ExtractedEvent => ({
  category: "Decision",
  event_time: null,
  narrative,
  subject: { type: "object", ref: "Postgres" },
  actors: [],
  confidence: 0.8,
  evidence: [{ quote: narrative, start_char: start, end_char: start + narrative.length }],
  ...more,
});

it("makes one event of two that tell of the same, and keeps all evidence, actors and the best of each", () => {
  const [merged, ...others] = mergeEvents([
    event("We decided to use Postgres for event storage", 0, { actors: [{ ref: "Alice", role: "owner" }] }),
    event("We decided to use Postgres for the event storage.", 500, {
      actors: [
        { ref: "alice", role: "contributor" },
        { ref: "Bob", role: "contributor" },
      ],
      confidence: 0.9,
      event_time: "2026-03-02T00:00:00.000Z",
    }),
  ]);
  expect(others).toEqual([]);
  expect(merged).toMatchObject({
    narrative: "We decided to use Postgres for the event storage.",
    actors: [{ ref: "Alice" }, { ref: "Bob" }],
    confidence: 0.9,
    event_time: "2026-03-02T00:00:00.000Z",
  });
  expect(merged!.evidence.map(({ start_char }) => start_char)).toEqual([0, 500]);
});

it("keeps events apart that differ in category, time, numbers, a denial or a word that counts", () => {
  const apart = [
    event("Decision 1: Do something.", 0),
    event("Decision 2: Do something.", 100),
    event("We agreed to hire two designers for the spring launch", 200),
    event("We agreed not to hire two designers for the spring launch", 300),
    event("We agreed to hire two designers for the autumn launch", 400),
    event("Ship the release", 500, { event_time: "2026-03-02T00:00:00.000Z" }),
    event("Ship the release", 600, { event_time: "2026-04-02T00:00:00.000Z" }),
    event("Ship the release", 700, { category: "Commitment", event_time: "2026-04-02T00:00:00.000Z" }),
  ];
  expect(mergeEvents(apart)).toEqual(apart);
});

it("makes one event of the same words found in two chunks that overlap", () => {
  const found = event("We use Postgres", 10);
  expect(mergeEvents([found, found])).toEqual([found]);
});
