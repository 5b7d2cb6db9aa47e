import { PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";

const matched = { memories: { chunk: 2 }, jobs: 1, mentions: 3, principal: true };
const preview = { subject_type: "user", subject_id: "ada", matched, mentioned_in: ["chk_1"] };
const asked = { erasure_id: "ers_1", status: "pending", swept: {}, found_in: [], receipt: null };
const words = ["erase", "--subject", "ada", "--reason", "Request 4711"];

const answering = (approved: object | Error, ended: object) => (input: Record<string, unknown>) => {
  if ("reason" in input) return asked;
  if ("subject_id" in input) return preview;
  if (!("confirm" in input)) return ended;
  if (approved instanceof Error) throw approved;
  return approved;
};

it("shows what it reaches, and erases once the subject was named again", async () => {
  const receipt = { audit_id: "aud_1" };
  const done = { ...asked, status: "done", swept: { memories: 2 }, receipt };
  const answer = answering({ ...asked, status: "running" }, done);
  const ran = await runCommandLine([...words, "--confirm", "ada"], { answer });
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toMatch(/2 chunk.*1 jobs.*3 memories about others.*2 memories.*aud_1/s);
  expect(ran.calls.map(({ operation }) => operation)).toEqual([
    ...["previewErasure", "requestErasure", "approveErasure", "getErasure"],
  ]);
});

it("changes nothing on a dry run, without a reason, or if another subject is named", async () => {
  const answer = answering(asked, asked);
  const lines: [string[], number][] = [
    [["erase", "--subject", "ada", "--dry-run"], 0],
    [["erase", "--subject", "ada", "--confirm", "ada"], 2],
    [[...words, "--confirm", "Ada"], 2],
  ];
  for (const [line, code] of lines) {
    const ran = await runCommandLine(line, { answer });
    expect(ran, line.join(" ")).toMatchObject({ code });
    expect(ran.calls.map(({ operation }) => operation)).toEqual(["previewErasure"]);
  }
});

it("says who has to approve it, and fails if something was found again", async () => {
  const forbidden = new PalimpsestError("FORBIDDEN", "no");
  const waits = await runCommandLine([...words, "--confirm", "ada"], { answer: answering(forbidden, asked) });
  expect(waits).toMatchObject({ code: 0, out: expect.stringContaining("palimpsest erasure approve ers_1") });
  const failed = { ...asked, status: "failed", found_in: [{ table: "job", what: "text", rows: 1 }] };
  const left = await runCommandLine([...words, "--confirm", "ada"], { answer: answering(asked, failed) });
  expect(left).toMatchObject({ code: 1, out: expect.stringContaining("job: text in 1 rows") });
});
