import { expect, it } from "vitest";
import { renderFinding } from "./finding.js";
import { renderOutput } from "./render-output.js";

const style = { paint: (_: string, text: string) => text, width: 40, store: "/data" };

it("wraps the texts of a list at words, and tells how to go on", () => {
  const memory = {
    memory_id: "chk_1",
    kind: "chunk",
    text: "Ada reads letters on the train and has no time for more.",
    occurred_at: "2026-03-01T09:30:00.000Z",
    status: "active",
    session_id: "s1",
    subject_id: "ada",
    project_id: null,
    tags: ["a", "b"],
    writer: "agent:bot",
    speaker: "maria",
    speaker_is_claim: true,
    pending_edits: [{}],
  };
  const gone = { ...memory, memory_id: "chk_2", text: null, tags: [], pending_edits: undefined };
  const output = { memories: [memory, gone], total_count: 7, next_cursor: "abc" };
  expect(renderOutput("listMemories", output, style)).toBe(
    [
      "Ada reads letters on the train and has",
      "no time for more.",
      "  chk_1 · chunk · 2026-03-01 09:30:00Z",
      "  maria, per agent:bot · session s1",
      "  about ada · #a #b",
      "  1 edit waits for approval",
      "",
      "(retracted)",
      "  chk_2 · chunk · 2026-03-01 09:30:00Z",
      "  maria, per agent:bot · session s1",
      "  about ada",
      "",
      "2 of 7 listed, and there are more",
      "",
      "for the next page add",
      "--cursor abc",
    ].join("\n"),
  );
  expect(renderOutput("listMemories", { memories: [] }, style)).toMatch(/^Nothing to list in \/data\./);
});

it("tells how times in words were understood, also where nothing was found", () => {
  const week = { from: "2026-11-02T00:00:00.000Z", to: "2026-11-09T00:00:00.000Z" };
  const times = [
    { said: "since", as: "since", from: week.from },
    { said: "today", as: "to", to: week.to },
  ];
  expect(renderOutput("listMemories", { memories: [], times }, style)).toMatch(
    /\nsince “since”: 2026-11-02 00:00:00Z\nto “today”: 2026-11-09 00:00:00Z$/,
  );
  const found = (as: string) => {
    const asked = [{ said: "last week", as, ...week }];
    const output = { memories: [], total_count: 0, mode: "times alone", times: asked };
    return renderOutput("recall", output, { ...style, width: 80 })
      .split("\n")
      .at(-1);
  };
  const ends = "from 2026-11-02 00:00:00Z to 2026-11-09 00:00:00Z";
  expect(found("filter")).toBe(`only “last week”: ${ends}`);
  expect(found("preference")).toBe(`“last week” counts more: ${ends}`);
});

it("wraps what it says of nothing, and the findings of doctor", () => {
  for (const [name, output] of [
    ["listMemories", { memories: [] }],
    ["recall", { memories: [], total_count: 0, mode: "m" }],
  ] as const)
    for (const line of renderOutput(name, output, style).split("\n"))
      expect(line.length).toBeLessThanOrEqual(40);
  const finding = {
    check: "server",
    ok: false,
    message: "cannot reach it",
    fix: "Check that the server runs.",
  };
  expect(renderFinding(finding, style)).toBe(
    [
      "✗ server              cannot reach it",
      "                      → Check that the",
      "                      server runs.",
    ].join("\n"),
  );
});

it("tells how to go on below a table", () => {
  const sessions = [{ session_id: "s1", memories: 3 }];
  expect(renderOutput("listSessions", { sessions, next_cursor: "abc" }, style)).toBe(
    ["session id  memories", "s1          3", "", "for the next page add", "--cursor abc"].join("\n"),
  );
});

it("says that a list is empty, and nothing of its totals", () => {
  expect(renderOutput("listJobs", { jobs: [], total: 0, total_count: 0 }, style)).toBe("no jobs in /data");
  const followed = { events: [], has_more: false, next_cursor: "abc" };
  expect(renderOutput("listDomainEvents", followed, style)).toBe("no events in /data");
});
