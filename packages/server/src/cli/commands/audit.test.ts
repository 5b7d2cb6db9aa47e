import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-audit-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hash = (digit: string) => digit.repeat(64);
const entry = (seq: number) => ({
  ...{ seq, at: "2026-11-16T09:00:00.000000Z", decision: "denied", code: "FORBIDDEN", operation: "listKeys" },
  ...{ surface: "rest", actor_type: "agent", actor_id: "bot\u001b[31m", ids: ["a", "b", "c", "d"] },
});
/** A log of 2,500 entries. */
const log = ({ after_seq, limit }: { after_seq?: number; limit: number }) => ({
  entries:
    after_seq === undefined
      ? Array.from({ length: limit }, (_, at) => entry(2_500 - at))
      : Array.from({ length: Math.min(limit, 2_500 - after_seq) }, (_, at) => entry(after_seq + at + 1)),
});

it("verifies against the newest anchor of a file, and fails if the log is broken", async () => {
  const good = {
    valid: true,
    checked: 9,
    first_bad_seq: null,
    problem: null,
    head: { seq: 9, hash: hash("9") },
  };
  const file = join(folder, "anchors.json");
  const anchors = [7, 9, 8].map((seq) => ({ day: `2026-11-0${seq}`, seq, hash: hash(String(seq)), at: "" }));
  writeFileSync(file, JSON.stringify({ anchors }, null, 2));
  const verified = await runCommandLine(["audit", "verify", "--anchor", file], { answer: () => good });
  expect(verified).toMatchObject({
    code: 0,
    out: expect.stringContaining("9 entries, all as they were written"),
  });
  expect(verified.calls[0]!.input).toEqual({ anchor_seq: 9, anchor_hash: hash("9") });

  const bad = { ...good, valid: false, first_bad_seq: 4, problem: "missing" };
  const broken = await runCommandLine(["audit", "verify"], { answer: () => bad });
  expect(broken).toMatchObject({ code: 1, out: expect.stringContaining("Entry 4 is missing") });
  expect(broken.err).toContain("AUDIT_BROKEN");

  writeFileSync(file, "{}");
  const none = await runCommandLine(["audit", "verify", "--anchor", file], { answer: () => good });
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining("holds no anchor") });
});

it("exports all entries in order, and overwrites nothing", async () => {
  const file = join(folder, "audit.jsonl");
  const exported = await runCommandLine(["audit", "export", "--out", file], { answer: log });
  expect(exported).toMatchObject({ code: 0 });
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).seq)).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 1));
  const again = await runCommandLine(["audit", "export", "--out", file], { answer: log });
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining("is there already") });
  const { out } = await runCommandLine(["audit", "export", "--after", "2498"], { answer: log });
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).seq),
  ).toEqual([2_499, 2_500]);
});

it("shows the last entries, oldest first, safe for a terminal", async () => {
  const { out } = await runCommandLine(["audit", "tail", "--lines", "2"], { answer: log });
  const [first, second] = out.split("\n");
  expect(first).toMatch(/^2499 .* denied FORBIDDEN listKeys agent:bot\S* rest a b c and 1 more$/);
  expect(second).toMatch(/^2500 /);
  expect(out).not.toContain("\u001b");
  const wrong = await runCommandLine(["audit", "tail", "--lines", "-1"], { answer: log });
  expect(wrong.code).toBe(2);
});
