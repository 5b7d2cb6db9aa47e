import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import { Command } from "commander";
import { expect, it } from "vitest";
import type { Cli } from "./cli.js";
import { addGlobals, commandOf, type Globals } from "./globals.js";
import { fieldsOf } from "./operations/fields.js";
import { createProgram } from "./program.js";
import { reportError } from "./report-error.js";

interface Ran {
  calls: { operation: OperationName; input: object; globals: Globals }[];
  out: string;
  err: string;
  code: number;
}

/** Runs a command line on a connection that records its calls. */
async function palimpsest(line: string[], { stdin = "", answer = {} as unknown } = {}): Promise<Ran> {
  const ran: Ran = { calls: [], out: "", err: "", code: 0 };
  const cli: Cli = {
    env: {},
    stdin: Readable.from([stdin]) as unknown as Cli["stdin"],
    style: { paint: (_, text) => text, width: undefined },
    print: (text) => {
      ran.out += text;
    },
    globalsOf: (command) => command.optsWithGlobals(),
    withConnection: (globals, work) =>
      work({
        call: async (operation, input) => {
          ran.calls.push({ operation, input, globals });
          return answer;
        },
        close: async () => {},
      }),
  };
  const program = createProgram(cli);
  const quiet = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => {
        ran.out += text;
      },
      writeErr: (text) => {
        ran.err += text;
      },
    });
    command.commands.forEach(quiet);
  };
  quiet(program);
  try {
    await program.parseAsync(line, { from: "user" });
  } catch (error) {
    ran.code = reportError(error, false, (text) => {
      ran.err += text;
    });
  }
  return ran;
}

const inputOf = async (line: string[], options = {}) => {
  const ran = await palimpsest(["--json", ...line], options);
  expect(ran.err).toBe("");
  return [ran.calls[0]?.operation, ran.calls[0]?.input];
};

it("has a command for every operation that declares one", async () => {
  const operations = Object.values(contract) as AnyOperation[];
  expect(operations.length).toBeGreaterThan(40);
  for (const { cli, summary } of operations) {
    if (!cli) continue;
    const { out, code } = await palimpsest([...cli.command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: palimpsest ${cli.command} `);
    expect(out.replace(/\s+/g, " ")).toContain(summary);
  }
});

it("has no field with the name of a global option", () => {
  const common = new Command();
  addGlobals(common);
  const taken = common.options.map((option) => option.long);
  const flags = Object.values(contract).flatMap((operation) =>
    fieldsOf(operation).map(({ flag }) => `--${flag}`),
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
  const missing = await palimpsest(["policy", "apply", join(folder, "none.yaml")]);
  expect(missing.calls).toEqual([]);
  expect(missing.code).toBe(2);
  rmSync(folder, { recursive: true });
});

it("accepts the global options before and after the command", async () => {
  const before = await palimpsest(["--tenant", "t1", "--agent", "a1", "status"]);
  const after = await palimpsest(["status", "--json", "--url", "http://x", "--key", "k"]);
  expect(before.calls[0]?.globals).toMatchObject({ tenant: "t1", agent: "a1" });
  expect(after.calls[0]?.globals).toMatchObject({ json: true, url: "http://x", key: "k" });
});

it("creates a key as documented", async () => {
  const line =
    "key create --tenant T --principal P --type agent --role writer --expires-in-days 30 --json".split(" ");
  const { calls, out } = await palimpsest(line, { answer: { key: "pal_x" } });
  expect(calls[0]).toMatchObject({
    operation: "createKey",
    input: { principal: "P", type: "agent", role: "writer", expires_in_days: 30 },
    globals: { tenant: "T" },
  });
  expect(JSON.parse(out)).toEqual({ key: "pal_x" });
});

it.each([
  ["an unknown command", ["rember", "x"], /Did you mean remember\?/],
  ["an unknown subcommand", ["edit", "aprove", "x"], /Did you mean approve\?/],
  ["an unknown option", ["recall", "x", "--limti", "3"], /Did you mean --limit\?/],
  ["a missing argument", ["recall"], /missing required argument 'query'/],
  ["a missing option", ["forget", "chk_1"], /--reason/],
  [
    "an unknown choice",
    ["edit", "list", "--status", "maybe"],
    /Allowed choices are pending, approved, rejected/,
  ],
  ["a word instead of a number", ["recall", "x", "--limit", "ten"], /--limit must be a number \(1\.\.50\)/],
  [
    "invalid JSON",
    [
      "event",
      "record",
      "--session-id",
      "s",
      "--channel",
      "private",
      "--actor-type",
      "human",
      "--actor-id",
      "a",
      "--kind",
      "message",
      "--content",
      "{oops",
    ],
    /--content must be JSON/,
  ],
  ["a missing file", ["edit", "preview", "amend", "chunk", "c", "--patch", "@/nowhere.json"], /ENOENT/],
  ["review without a terminal", ["review"], /needs a terminal/],
])("reports %s, calls nothing and exits with 2", async (_, line, message) => {
  const { code, err, calls } = await palimpsest(line);
  expect(err).toMatch(message);
  expect(code).toBe(2);
  expect(calls).toEqual([]);
});

it.each([
  [["mcp"], "mcp"],
  [["--data-dir", "mcp", "remember", "mcp"], "remember"],
  [["--json", "--tenant=x", "mcp", "--tools", "all"], "mcp"],
  [["--help"], undefined],
])("finds the command in %j", (line, name) => {
  expect(commandOf(line)).toBe(name);
});

it("keeps its help within 80 columns, and describes each group", async () => {
  const { out } = await palimpsest(["--help"]);
  const tags = new Set((Object.values(contract) as AnyOperation[]).map(({ tag }) => tag));
  for (const tag of tags) expect(out).not.toContain(`${tag}: `);
  for (const line of [[], ["edit"], ["capsule"], ["migrate"], ["remember"], ["event", "record"]]) {
    const help = (await palimpsest([...line, "--help"])).out;
    expect(help.split("\n").filter((row) => row.length > 80)).toEqual([]);
  }
});

it("points to the help of the command", async () => {
  expect((await palimpsest(["forget", "chk_1"])).err).toContain("(see palimpsest forget --help)");
  expect((await palimpsest(["edit", "aprove"])).err).toContain("(see palimpsest edit --help)");
  expect((await palimpsest(["rember", "x"])).err).toContain("(see palimpsest --help)");
});

it("prints its version", async () => {
  expect(await palimpsest(["--version"])).toMatchObject({
    out: expect.stringMatching(/^\d+\.\d+\.\d+/),
    code: 0,
  });
});
