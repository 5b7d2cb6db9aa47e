import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportVersion, PalimpsestError } from "@palimpsest/contract";
import { afterAll, expect, it } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-transfer-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.jsonl`);

const header = {
  type: "header",
  format: "palimpsest-export",
  version: exportVersion,
  export_id: "exp_1",
  tenant_id: "acme",
  everything: true,
};
const memory = (n: number) => ({ type: "memory", id: `chk_${n}`, text: `Memory ${n}` });
const record = (n: number) => ({ ...memory(n), type: n % 5 === 4 ? "plan_state" : "memory" });
const jsonl = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** A store with ten pages; it goes away before a page if told to. */
const pages =
  (failAt?: number) =>
  ({ cursor, everything }: { cursor?: string; everything: boolean }) => {
    const at = Number(cursor ?? 0);
    if (at === failAt) throw new PalimpsestError("UNAVAILABLE", "It is gone.");
    return {
      records: [...(at === 0 ? [{ ...header, everything }] : []), record(2 * at), record(2 * at + 1)],
      ...(at < 9 && { next_cursor: String(at + 1) }),
    };
  };

const exported = async (file: string, failAt?: number) =>
  runCommandLine(["export", "--out", file], { answer: pages(failAt) });

/** A store that takes what it does not know. */
function taking() {
  const known = new Set<string>();
  const answer = ({ records }: { records: { id: string }[] }) => {
    const results = records.map(({ id }) => ({ status: known.has(id) ? "known" : "imported" }));
    for (const { id } of records) known.add(id);
    const count = (status: string) => results.filter((result) => result.status === status).length;
    return { results, imported: count("imported"), known: count("known"), refused: 0 };
  };
  return { known, answer };
}

it("goes on with an export that was cut short, at any byte, and writes the same file", async () => {
  const whole = newFile();
  expect(await exported(whole)).toMatchObject({ code: 0, err: "" });
  const text = readFileSync(whole);
  expect(text.toString().split("\n").at(-2)).toContain('"records":20');
  for (const bytes of [0, 5, 40, 300, 700, text.length - 1]) {
    const file = newFile();
    writeFileSync(file, text.subarray(0, bytes));
    const { calls, code } = await exported(file);
    expect(code).toBe(0);
    expect(readFileSync(file)).toEqual(text);
    if (bytes === 700) expect(calls.length).toBeLessThan(10);
  }
  const failed = newFile();
  expect((await exported(failed, 6)).err).toContain("It is gone.");
  expect((await exported(failed)).calls).toHaveLength(4);
  expect(readFileSync(failed)).toEqual(text);
});

it("says why it cannot write a file", async () => {
  const file = newFile();
  for (const [path, reason] of [
    [join(folder, "missing", "a.jsonl"), "its folder does not exist"],
    [join(file, "a.jsonl"), "a part of its path is no folder"],
    [folder, "is a folder; name a file in it"],
    ["/dev/full", "is no regular file"],
  ] as const) {
    writeFileSync(file, "");
    const { code, err } = await exported(path);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) });
  }
});

it("says that a file was begun by another store", async () => {
  const file = newFile();
  await exported(file, 6);
  const answer = () => {
    throw new PalimpsestError("INVALID_CURSOR", "cursor: not one of this list.");
  };
  const { code, err } = await runCommandLine(["export", "--out", file], { answer });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("another store") });
  expect(await exported(file)).toMatchObject({ code: 0 });
});

it("never overwrites a whole export or another file", async () => {
  const file = newFile();
  await exported(file);
  expect(await exported(file)).toMatchObject({ code: 2, err: expect.stringContaining("complete export") });
  for (const text of ["My thesis", "My thesis\n", '{"type":"memory"}\n']) {
    writeFileSync(file, text);
    expect(await exported(file)).toMatchObject({ code: 2, err: expect.stringContaining("not an export") });
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

it("exports what the caller may read if it is no admin, unless everything was asked for", async () => {
  const answer = (input: { everything: boolean; cursor?: string }) => {
    if (input.everything) throw new PalimpsestError("FORBIDDEN", "Only an admin exports everything.");
    return pages()(input);
  };
  const { out, err, code } = await runCommandLine(["export"], { answer });
  expect({ code, err, first: JSON.parse(out.split("\n")[0]!) }).toMatchObject({
    code: 0,
    err: expect.stringContaining("Exporting what you may read"),
    first: { everything: false },
  });
  expect(await runCommandLine(["export", "--as", "admin"], { answer })).toMatchObject({ code: 1, out: "" });
});

it("imports a file twice without doubles, and says what was there", async () => {
  const file = newFile();
  await exported(file);
  const { known, answer } = taking();
  const first = await runCommandLine(["import", file], { answer });
  expect(first).toMatchObject({ code: 0, out: "20 imported, 0 there before, 0 refused" });
  expect(first.calls[0]!.input).toMatchObject({
    version: exportVersion,
    export_id: "exp_1",
    tenant_id: "acme",
  });
  const again = await runCommandLine(["import", file], { answer });
  expect(again).toMatchObject({ code: 0, out: "0 imported, 20 there before, 0 refused" });
  expect(known.size).toBe(20);
});

it("stores what a file that was cut short or changed holds, and says what is wrong with it", async () => {
  const file = newFile();
  await exported(file);
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  const said = async (given: string, answer = taking().answer) => {
    const { code, out, err } = await runCommandLine(["import", "-"], { stdin: given, answer });
    return { code, said: out + err };
  };
  expect(await said(text.slice(0, 800))).toEqual({
    code: 1,
    said: expect.stringMatching(/\d imported.*cut short/s),
  });
  expect(await said([...lines.slice(0, 2), ...lines.slice(3)].join("\n"))).toEqual({
    code: 1,
    said: expect.stringMatching(/19 imported.*should hold 20 records and holds 19/s),
  });
  expect(await said(text.replace("Memory 7", "Memory 8"))).toEqual({
    code: 1,
    said: expect.stringMatching(/20 imported.*changed after it was exported/s),
  });
  expect(await said(text.replace('{"type":"memory","id":"chk_3"', '{"type":"memory","id":chk_3'))).toEqual({
    code: 1,
    said: expect.stringMatching(/19 imported.*line 6: The line is not JSON/s),
  });
});

it.each([
  ["nothing", "", "not an export"],
  ["a file of something else", '{"a":1}\n', "not an export"],
  ["an export of another version", jsonl([{ ...header, version: 99 }]), "version 99"],
])("refuses %s before it writes", async (_, stdin, said) => {
  const { code, err, calls } = await runCommandLine(["import", "-"], { stdin });
  expect({ code, err, calls }).toEqual({ code: 2, err: expect.stringContaining(said), calls: [] });
});

it.each([["import"], ["event", "batch"]])(
  "says that a file is missing or a folder: %s",
  async (...command) => {
    const { code, err, calls } = await runCommandLine([...command, join(folder, "none")]);
    expect({ code, err, calls }).toEqual({ code: 2, err: expect.stringContaining("no file"), calls: [] });
    expect((await runCommandLine([...command, folder])).err).toContain("is a folder");
  },
);

it("records no event of a line that two readers would take for different ones", async () => {
  const event = '"session_id":"s","kind":"message","content":{"text":"a"}';
  const lines = [
    `{${event}}`,
    `{"session_id":"other",${event}}`,
    `{${event},"refs":[{"n":9007199254740993}]}`,
    `{${event},"__proto__":{}}`,
    `{${event}`,
  ];
  const answer = ({ events }: { events: unknown[] }) => ({
    results: events.map(() => ({ status: "recorded" })),
    recorded: events.length,
    replayed: 0,
  });
  const { code, out, calls } = await runCommandLine(["event", "batch"], { stdin: lines.join("\n"), answer });
  expect(calls).toHaveLength(1);
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining("1 recorded, 0 recorded before, 4 refused"),
  });
  expect(out).toMatch(
    /line 2: .*stands twice.*line 3: .*refs\.0\.n.*lose digits.*line 4: .*__proto__.*line 5: .*not JSON/s,
  );
});

it("passes over a line of 100 MB without holding it, and stores the lines around it", async () => {
  const before = jsonl([header, memory(1)]);
  const after = jsonl([memory(2)]);
  const digest = createHash("sha256").update(before).update(after).digest("hex");
  async function* file() {
    yield Buffer.from(before);
    yield Buffer.from('{"type":"memory","text":"');
    const piece = Buffer.alloc(1_000_000, "x");
    for (let n = 0; n < 100; n++) yield piece;
    yield Buffer.from('"}\n');
    yield Buffer.from(after + jsonl([{ type: "end", records: 2, digest: `sha256:${digest}` }]));
  }
  const { answer } = taking();
  const { code, out } = await runCommandLine(["import", "-"], { stdin: file(), answer });
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/^2 imported, 0 there before, 1 refused.*line 3: .*longer than 90 MB/s),
  });
});

it("sends the lines of a body one by one if the server refuses it as a whole", async () => {
  const { answer } = taking();
  const picky = (input: { records: { id: string }[] }) => {
    if (input.records.some(({ id }) => id === "chk_2")) {
      throw new PalimpsestError("PAYLOAD_TOO_LARGE", "Send less at a time.");
    }
    return answer(input);
  };
  const stdin = jsonl([header, memory(1), memory(2), memory(3)]);
  const { out } = await runCommandLine(["import", "-"], { stdin, answer: picky });
  expect(out).toMatch(/^2 imported, 0 there before, 1 refused.*line 3: Send less/s);
});
