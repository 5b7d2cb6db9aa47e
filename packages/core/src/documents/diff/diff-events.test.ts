import { expect, it } from "vitest";
import { diffEvents } from "./diff-events.js";

type Event = Parameters<typeof diffEvents>[0][number];
const event = (event_id: string, category: string, narrative: string, ...quotes: string[]) =>
  ({ event_id, category, narrative, evidence: quotes.map((quote) => ({ quote })) }) as unknown as Event;

it("tells events by category, and by narrative or quote", () => {
  const from = [
    event("a", "Decision", "Use MySQL", "use MySQL"),
    event("b", "Commitment", "Ann writes it", "Ann will write it"),
    event("c", "Commitment", "Ben reads it", "Ben will read it"),
  ];
  const to = [
    event("d", "Decision", "Use Postgres", "use Postgres"),
    event("e", "Commitment", "Ann writes the docs", "Ann will write it"),
    event("f", "Execution", "Ben reads it", "Ben will read it"),
  ];
  const { added, removed, unchanged } = diffEvents(from, to);
  expect(added.map(({ event_id }) => event_id)).toEqual(["d", "f"]);
  expect(removed.map(({ event_id }) => event_id)).toEqual(["a", "c"]);
  expect(unchanged).toBe(1);
});

it("matches each event once", () => {
  const twice = [event("a", "Change", "It moved", "moved"), event("b", "Change", "It moved", "moved")];
  expect(diffEvents(twice, twice.slice(1))).toMatchObject({ added: [], removed: [{}], unchanged: 1 });
  expect(diffEvents([], [])).toEqual({ added: [], removed: [], unchanged: 0 });
});
