import { expect, test } from "vitest";
import type { SourceDocument } from "../event.js";
import { extractByRules } from "../extract-by-rules.js";

const found = async (text: string, type: SourceDocument["type"] = "note") =>
  (await extractByRules({ text, type, date: new Date("2025-04-01T00:00:00Z") })).events.map(
    ({ category, narrative, actors, event_time }) => ({
      category,
      narrative,
      who: actors.map(({ ref }) => ref),
      day: event_time?.slice(0, 10),
    }),
  );

test("rows of a table under a heading are its items", async () => {
  const text = [
    "## Action items",
    "",
    "| Who | What | When |",
    "|---|---|---|",
    "| Victor | Write the runbook | 2025-05-01 |",
    "| Ann | Paint the wall | 2025-05-02 |",
  ].join("\n");
  expect(await found(text)).toEqual([
    {
      category: "Commitment",
      narrative: "Victor | Write the runbook | 2025-05-01",
      who: ["Victor"],
      day: "2025-05-01",
    },
    {
      category: "Commitment",
      narrative: "Ann | Paint the wall | 2025-05-02",
      who: ["Ann"],
      day: "2025-05-02",
    },
  ]);
});

test("a table of who does what by when is one of tasks, whatever stands above it", async () => {
  const rows = "| Measure | Owner | Due |\n|---|---|---|\n| Train all line managers | Ann | 1 May 2025 |";
  expect(await found(`## Agreed measures\n\n${rows}`)).toEqual([
    {
      category: "Commitment",
      narrative: "Train all line managers | Ann | 1 May 2025",
      who: ["Ann"],
      day: "2025-05-01",
    },
  ]);
  expect(await found(`## Open questions\n\n${rows}`)).toEqual([]);
});

test("a task that its row calls done was carried out", async () => {
  const text = "## Actions\n\n| Task | Status |\n|---|---|\n| Write the runbook | done |";
  expect(await found(text)).toMatchObject([{ category: "Execution" }]);
});

test("other tables tell nothing", async () => {
  expect(await found("## Budget\n\n| Item |\n|---|\n| We decided to buy a boat |")).toEqual([]);
});

test("a German head of an older mail ends the newer one", async () => {
  const text =
    "I will send it tomorrow.\n\nVon: Bob\nGesendet: Freitag\nAn: Alice\n\nWe deployed v1 on Friday.";
  expect(await found(text, "email")).toMatchObject([{ category: "Commitment" }]);
});

test("a dash in captions is not credited to the speaker before", async () => {
  const events = await found("Alice: Hello.\n\n- I will send the plan tomorrow.", "transcript");
  expect(events).toMatchObject([{ category: "Commitment", who: [] }]);
});
