import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadConfig } from "../../config/index.js";
import { type Connection, openConnection } from "../connection/index.js";
import { readyDataDir } from "../testing/palimpsest.js";
import { reviewQueue } from "./review-queue.js";

const style = { paint: (_: string, text: string) => text, width: 100 };
const keys = { enter: "\r", stop: "\u0003" };
const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir() });

let person: Connection;
let agent: Connection;
beforeAll(async () => {
  person = await openConnection(config, { agent: undefined, user: undefined }, "cli");
  agent = await openConnection(config, { agent: "bot", user: undefined }, "cli");
});
afterAll(async () => {
  await agent.close();
  await person.close();
});

async function propose(text: string, better: string): Promise<string> {
  const { memory_id } = (await agent.call("remember", { text })) as { memory_id: string };
  const edit = await agent.call("correct", { memory_id, text: better, reason: `because of ${better}` });
  return (edit as { edit_id: string }).edit_id;
}

/** A reviewer at a terminal: for each question, the keys they press. */
async function review(...answers: string[][]): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  let shown = "";
  output.on("data", (chunk) => {
    shown += chunk;
  });
  const reviewing = reviewQueue(person, { style, input, output });
  let seen = 0;
  for (const pressed of answers) {
    const asked = () => /(Approve this edit|Note for)[\s\S]*(quit|█|_)/.test(shown.slice(seen));
    await vi.waitFor(() => expect(asked()).toBe(true), { timeout: 60_000, interval: 5 });
    for (const key of pressed) {
      seen = shown.length;
      input.write(key);
      await vi.waitFor(() => expect(shown.length).toBeGreaterThan(seen), { timeout: 60_000, interval: 5 });
    }
  }
  await reviewing;
  return shown;
}

const statusOf = async (edit_id: string) =>
  ((await person.call("getEdit", { edit_id })) as { status: string }).status;

it("says that no edits wait", async () => {
  expect(await review()).toContain(`No edits wait for approval in ${config.dataDir}.`);
});

it("shows what an edit changes, and approves, rejects and skips", async () => {
  const first = await propose("The office opens at nine.", "The office opens at eight.");
  const second = await propose("Lunch is at noon.", "Lunch is at one.");
  const third = await propose(
    "Friday is a short day, and so is each day before a holiday.",
    "Friday is a long day, and so is each day after a holiday.",
  );
  const shown = await review(["n"], ["ok", keys.enter], ["a"], ["r"], [keys.enter], [keys.stop]);
  expect(shown).toContain(
    "1 of 3: agent bot wants to change “The office opens at nine.” to “The office opens at eight.”",
  );
  expect(shown).toContain("- The office opens at nine.");
  expect(shown).toContain("+ The office opens at eight.");
  expect(shown).toContain("because of The office opens at eight.");
  expect(shown).toContain("memories derived from it");
  expect(stripVTControlCharacters(shown)).toMatch(/ a {2}approve \(apply it\)/);
  expect(shown).toContain("1 approved, 1 rejected, 0 skipped");
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    "approved",
    "rejected",
    "pending",
  ]);
});

it("keeps asking if the reviewer goes back from the note, and no line is wider than the terminal", async () => {
  const { edits } = (await person.call("listEdits", { status: "pending" })) as {
    edits: { edit_id: string }[];
  };
  const shown = await review(["n"], [keys.stop], ["s"]);
  expect(shown).toContain("0 approved, 0 rejected, 1 skipped");
  const lines = stripVTControlCharacters(shown).split(/[\r\n]+/);
  expect(lines.filter((line) => line.length > style.width)).toEqual([]);
  expect(await statusOf(edits[0]?.edit_id ?? "")).toBe("pending");
});
