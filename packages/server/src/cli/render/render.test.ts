import { WriteStream } from "node:tty";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { printedJson } from "./json.js";
import { plain } from "./layout/plain.js";
import { type AnswerStyle, styleFor } from "./layout/style.js";
import { table } from "./layout/table.js";
import { renderOutput } from "./render-output.js";

const style: AnswerStyle = { paint: (_, text) => text, width: undefined, store: "/data" };

const memory = {
  memory_id: "chk_1",
  kind: "chunk",
  text: "The cat\nsat.",
  score: 0.81234,
  relevance: 0.42,
  occurred_at: "2026-03-01T09:30:00.123Z",
  scope: null,
  subject_type: null,
  subject_id: null,
  project_id: null,
  tags: ["pets"],
  importance: 0.5,
  status: "active",
  trust: "untrusted",
  writer: "agent:bot",
  speaker: "maria",
  speaker_is_claim: true,
  why: "words: cat",
};

it("shows what was recalled, with its id, time, score, writer and why", () => {
  const left_out = "Left out: 6 of agent:bot.";
  const output = { memories: [memory], total_count: 7, mode: "words and vectors", left_out };
  expect(renderOutput("recall", output, style)).toBe(
    [
      "1. The cat\n   sat.",
      "   chk_1 · chunk · 2026-03-01 09:30:00Z · score 0.812 · relevance 0.42 · maria, per agent:bot · #pets · untrusted",
      "   words: cat",
      "",
      "1 of 7 found, by words and vectors",
      left_out,
    ].join("\n"),
  );
});

it("replaces control characters in the text of a memory", () => {
  const text = "a\u001b[2Jb\u0007c\u202ed\u009be\r\nf";
  const shown = renderOutput("recall", { memories: [{ ...memory, text }], total_count: 1, mode: "m" }, style);
  expect(plain(text)).toBe("a\ufffd[2Jb\ufffdc\ufffdd\ufffde\nf");
  for (const character of "\u001b\u0007\u202e\u009b\r") expect(shown).not.toContain(character);
});

it("replaces control characters in tags, writers and names of fields", () => {
  const bad = "a\u001b[2J\u009b31m\u0007\u007f\u202e\u2066\nfaked line";
  const recalled = { ...memory, tags: [bad], writer: bad, kind: bad, trust: bad, why: bad };
  const status = {
    version: bad,
    engine: bad,
    embedder: bad,
    extractor: bad,
    auth: bad,
    you: { type: bad, principal_id: bad, role: bad, teams: [bad], tenant_id: bad },
    memories: { [bad]: 2 },
    pending_edits: 0,
    notes: [bad],
  };
  const shown = [
    renderOutput("recall", { memories: [recalled], total_count: 1, mode: bad }, style),
    renderOutput("status", status, style),
    renderOutput("getEdit", { [bad]: { [bad]: bad } }, style),
    renderOutput("listRules", { rules: [{ [bad]: bad }] }, style),
  ];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be absent
  for (const text of shown) expect(text).not.toMatch(/[\u0007\u001b\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(shown[0]).toMatch(/#a.*faked line/);
});

it("escapes control characters in JSON, with the same value", () => {
  const value = { text: "a\u001b[2J\u009b31m\u007f\u202ee\u2066" };
  const printed = printedJson(value);
  expect(JSON.parse(printed)).toEqual(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be absent
  expect(printed).not.toMatch(/[\u001b\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

it("shows any other output as fields and tables", () => {
  const output = {
    edit_id: "edt_1",
    status: "pending",
    approved_by: null,
    list: [
      { a: 1, b: "x", c: null },
      { a: 22, b: "y", c: null },
    ],
  };
  expect(renderOutput("getEdit", output, style)).toBe(
    [
      "edit id      edt_1",
      "status       pending",
      "approved by  -",
      "",
      "list",
      "  a   b",
      "  1   x",
      "  22  y",
    ].join("\n"),
  );
});

it("shows records one after another if they do not fit into a table, and never cuts an id", () => {
  const rules = [
    {
      memory_id: "rul_01m7etqdb0cgz3td60xxpvdcrn",
      occurred_at: "2026-01-01T00:00:00Z",
      content: "Never print secrets",
      scope: "org",
    },
  ];
  expect(renderOutput("listRules", { rules }, { ...style, width: 60 })).toBe(
    "rul_01m7etqdb0cgz3td60xxpvdcrn  Never print secrets\n  occurred at 2026-01-01 00:00:00Z · scope org",
  );
});

it("says that a list is empty", () => {
  expect(renderOutput("listRules", { rules: [] }, style)).toBe("no rules in /data");
});

it("fits a table into the terminal, counting wide characters as two", () => {
  const shown = table(
    ["id", "text"],
    [
      ["chk_1", "日本語".repeat(30)],
      ["chk_2", "short"],
    ],
    { ...style, width: 50 },
  );
  for (const line of shown.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(50);
  expect(shown).toContain("…");
});

it("shows an edit's two sides only where they differ", () => {
  const side = {
    text: "old",
    importance: 0.5,
    is_retracted: false,
    is_quarantined: false,
    blocked_channels: [],
  };
  const output = {
    target_id: "chk_1",
    target_type: "chunk",
    before: side,
    after: { ...side, text: "new" },
    changes: [{ field: "text", from: "old", to: "new" }],
    twins: [{ memory_id: "chk_2", kind: "chunk" }],
    twin_count: 1,
    same_events: [],
    near_twins: [{ memory_id: "chk_3", kind: "chunk", text: "older", similarity: 0.8 }],
    blast_radius: {
      ...{
        derived: [],
        derived_count: 0,
        hidden_count: 2,
        capsules: ["cap_1"],
        receipts: [],
        receipt_count: 3,
      },
    },
  };
  const shown = renderOutput("previewEdit", output, style);
  expect(shown).toContain("    - old\n    + new");
  expect(shown).not.toContain("importance");
  expect(shown).toContain("1 memories with the same words, retracted along with it:\n    chk_2 chunk");
  expect(shown).toContain("1 memories with almost the same words, which stay:\n    chk_3 older");
  expect(shown).toContain("2 more derived from it that you may not read");
  expect(shown).toContain("1 capsules that contain it: cap_1");
  expect(shown).toContain("3 contexts that showed it");
});

it("shows a history as it happened, with each text", () => {
  const proposed = { proposer_type: "agent", proposer_id: "bot", reason: "it was wrong", decided_by: "ada" };
  const edit = {
    edit_id: "edt_1",
    op: "amend",
    created_at: "2026-03-02T09:30:00.000Z",
    status: "approved",
    ...proposed,
  };
  const history = {
    memory_id: "dec_1",
    kind: "decision",
    recorded_at: "2026-03-01T09:30:00.000Z",
    writer: "human:ada",
    speaker: "ada",
    speaker_is_claim: false,
    original: { exists: true, text: null, importance: null, attributes: null, withheld: true },
    current: {
      text: "Ship",
      attributes: {},
      importance: 0.5,
      is_retracted: false,
      is_quarantined: false,
      blocked_channels: [],
      edits_applied: 1,
    },
    edits: [
      { ...edit, changes: [{ field: "text", from: null, to: null, withheld: true }] },
      { ...edit, status: "pending", changes: [{ field: "attributes.refs", from: null, to: ["a", "b"] }] },
    ],
  };
  expect(renderOutput("memoryHistory", history, style)).toBe(
    [
      "2026-03-01 09:30:00Z written by human:ada",
      "  (as first written: not shown; --include-original shows it to those who may see it)",
      "",
      "2026-03-02 09:30:00Z amend by agent bot, approved by ada",
      "  because: it was wrong",
      "  text (not shown)",
      "  edt_1",
      "",
      "2026-03-02 09:30:00Z amend by agent bot, waits for approval",
      "  because: it was wrong",
      "  refs",
      "    - (none)",
      "    + a",
      "    + b",
      "  edt_1",
      "",
      "now",
      "  Ship",
      "  dec_1 · decision · importance 0.5 · 1 edit applied",
    ].join("\n"),
  );
});

it("colours a terminal, unless NO_COLOR is set, the terminal is dumb, or the output is not a terminal", () => {
  const terminal = Object.assign(Object.create(WriteStream.prototype), { isTTY: true, columns: 80 });
  const painted = (env: Record<string, string>) => styleFor(terminal, env).paint("red", "x");
  expect(painted({ TERM: "xterm" })).toBe("\u001b[31mx\u001b[39m");
  expect(painted({ TERM: "xterm", NO_COLOR: "1" })).toBe("x");
  expect(painted({ TERM: "dumb" })).toBe("x");
  expect(styleFor({ isTTY: false } as NodeJS.WriteStream, {}).paint("red", "x")).toBe("x");
});
