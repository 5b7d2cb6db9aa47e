import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnyOperation, contract } from "@palimpsest/contract";
import { Command } from "commander";
import { expect, it } from "vitest";
import { addGlobals } from "../globals.js";
import { runCommandLine } from "../testing/run-command-line.js";
import { fieldsOf } from "./fields.js";

const inputOf = async (line: string[], options = {}) => {
  const ran = await runCommandLine(["--json", ...line], options);
  expect(ran.err).toBe("");
  return [ran.calls[0]?.operation, ran.calls[0]?.input];
};

it("has no option with the name of a global option", () => {
  const common = new Command();
  addGlobals(common);
  const taken = common.options.map((option) => option.long);
  const flags = Object.values(contract).flatMap((operation) =>
    fieldsOf(operation)
      .filter(({ name }) => !(operation as AnyOperation).cli?.positional?.includes(name))
      .map(({ flag }) => `--${flag}`),
  );
  expect(flags.filter((flag) => taken.includes(flag))).toEqual([]);
});

it("accepts a sentence without quotes, with options before or after it", async () => {
  expect(await inputOf(["remember", "the", "cat", "sat", "--tags", "a,b", "--tags", "c"])).toEqual([
    "remember",
    { text: "the cat sat", tags: ["a", "b", "c"] },
  ]);
  expect(await inputOf(["recall", "--limit", "3", "what", "sat"])).toEqual([
    "recall",
    { query: "what sat", limit: 3 },
  ]);
});

it("reads text from stdin for a dash", async () => {
  expect(await inputOf(["remember", "-"], { stdin: "two\nlines\n" })).toEqual([
    "remember",
    { text: "two\nlines" },
  ]);
});

it("accepts a list as the last arguments", async () => {
  expect(await inputOf(["chunk", "get", "chk_1", "chk_2,chk_3", "--include-quarantined"])).toEqual([
    "getChunks",
    { chunk_ids: ["chk_1", "chk_2", "chk_3"], include_quarantined: true },
  ]);
});

it("reads each item of a list of values as JSON", async () => {
  const extend = ["state", "update", "pl", "l2", "extend"];
  expect(await inputOf([...extend, "--values", "1", "--values", '{"a":2}', "--values", '"b, c"'])).toEqual([
    "updatePlanState",
    { plan_id: "pl", key: "l2", op: "extend", values: [1, { a: 2 }, "b, c"] },
  ]);
  const ran = await runCommandLine([...extend, "--values", "1234567890123456789"]);
  expect(ran.err).toContain("lose digits");
});

it("keeps commas in lists of sentences", async () => {
  expect(
    await inputOf([
      "decision",
      "create",
      "Use",
      "Postgres",
      "--rationale",
      "fast, safe",
      "--rationale",
      "known",
    ]),
  ).toEqual(["createDecision", { decision: "Use Postgres", rationale: ["fast, safe", "known"] }]);
});

it("turns off a default with --no-", async () => {
  const line = ["acb", "build", "--session-id", "s", "--channel", "private"];
  expect(await inputOf([...line, "--no-include-capsules"])).toEqual([
    "buildAcb",
    { session_id: "s", channel: "private", include_capsules: false },
  ]);
  expect(await inputOf(line)).toEqual(["buildAcb", { session_id: "s", channel: "private" }]);
});

it("accepts objects as JSON, from a file or from stdin", async () => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-cli-"));
  const file = join(folder, "patch.json");
  writeFileSync(file, '{"text":"from a file"}');
  const line = (patch: string) => [
    "edit",
    "apply",
    "amend",
    "chunk",
    "chk_1",
    "--reason",
    "r",
    "--patch",
    patch,
  ];
  const input = (text: string) => [
    "applyEdit",
    { op: "amend", target_type: "chunk", target_id: "chk_1", reason: "r", patch: { text } },
  ];
  expect(await inputOf(line('{"text":"inline"}'))).toEqual(input("inline"));
  expect(await inputOf(line(`@${file}`))).toEqual(input("from a file"));
  expect(await inputOf(line("-"), { stdin: '{"text":"piped"}' })).toEqual(input("piped"));
  rmSync(folder, { recursive: true });
});

it("reads a policy from a file or from stdin, as it stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-cli-"));
  const file = join(folder, "policy.yaml");
  const yaml = "version: 1\nmeta: { name: ours }\n";
  writeFileSync(file, yaml);
  expect(await inputOf(["policy", "apply", file])).toEqual(["applyPolicy", { yaml }]);
  expect(await inputOf(["policy", "apply", "-", "--expected-version", "1.0"], { stdin: yaml })).toEqual([
    "applyPolicy",
    { yaml, expected_version: "1.0" },
  ]);
  const missing = await runCommandLine(["policy", "apply", join(folder, "none.yaml")]);
  expect(missing.calls).toEqual([]);
  expect(missing.code).toBe(2);
  rmSync(folder, { recursive: true });
});

it("accepts the global options before and after the command", async () => {
  const before = await runCommandLine(["--tenant", "t1", "--agent", "a1", "status"]);
  const after = await runCommandLine(["status", "--json", "--url", "http://x", "--key", "k"]);
  expect(before.calls[0]?.globals).toMatchObject({ tenant: "t1", agent: "a1" });
  expect(after.calls[0]?.globals).toMatchObject({ json: true, url: "http://x", key: "k" });
});

it("creates a key as documented", async () => {
  const line =
    "key create --tenant T --principal P --type agent --role writer --expires-in-days 30 --json".split(" ");
  const { calls, out } = await runCommandLine(line, { answer: { key: "pal_x" } });
  expect(calls[0]).toMatchObject({
    operation: "createKey",
    input: { principal: "P", type: "agent", role: "writer", expires_in_days: 30 },
    globals: { tenant: "T" },
  });
  expect(JSON.parse(out)).toEqual({ key: "pal_x" });
});

it("gives the options of a command under another one to it, and none that it does not have", async () => {
  const answer = () => ({ sessions: [] });
  const { calls } = await runCommandLine(["list", "sessions", "--limit", "2", "--cursor", "c", "--total"], {
    answer,
  });
  expect(calls).toMatchObject([
    { operation: "listMemorySessions", input: { limit: 2, cursor: "c", total: true } },
  ]);
  for (const line of [
    ["list", "sessions", "--subject-id", "ada"],
    ["list", "--subject-id", "ada", "sessions"],
  ]) {
    const { code, err } = await runCommandLine(line, { answer });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("unknown option '--subject-id'") });
  }
});
