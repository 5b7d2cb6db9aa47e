import { type AnyOperation, contract } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { commandOf } from "./globals.js";
import { runCommandLine } from "./testing/run-command-line.js";

it("has a command for every operation that declares one", async () => {
  const operations = Object.values(contract) as AnyOperation[];
  expect(operations.length).toBeGreaterThan(40);
  for (const { cli, summary } of operations) {
    if (!cli) continue;
    const { out, code } = await runCommandLine([...cli.command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: palimpsest ${cli.command} `);
    expect(out.replace(/\s+/g, " ")).toContain(summary);
  }
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
  const { out } = await runCommandLine(["--help"]);
  const tags = new Set((Object.values(contract) as AnyOperation[]).map(({ tag }) => tag));
  for (const tag of tags) expect(out).not.toContain(`${tag}: `);
  expect(out).not.toMatch(/^ +(\S+) +\1: /m);
  for (const line of [[], ["edit"], ["capsule"], ["migrate"], ["remember"], ["event", "record"]]) {
    const help = (await runCommandLine([...line, "--help"])).out;
    expect(help.split("\n").filter((row) => row.length > 80)).toEqual([]);
  }
});

it("points to the help of the command", async () => {
  expect((await runCommandLine(["forget", "chk_1"])).err).toContain("(see palimpsest forget --help)");
  expect((await runCommandLine(["edit", "aprove"])).err).toContain("(see palimpsest edit --help)");
  expect((await runCommandLine(["rember", "x"])).err).toContain("(see palimpsest --help)");
});

it("prints its version", async () => {
  expect(await runCommandLine(["--version"])).toMatchObject({
    out: expect.stringMatching(/^\d+\.\d+\.\d+/),
    code: 0,
  });
});
it.each([
  ["an unknown command", ["rember", "x"], /Did you mean remember\?/],
  ["an unknown subcommand", ["edit", "aprove", "x"], /Did you mean approve\?/],
  [
    "an unknown word after a command that is a group too",
    ["list", "nothing"],
    /unknown command 'list nothing'; after list comes nothing, or one of sessions, /,
  ],
  [
    "an address without its protocol",
    ["--url", "127.0.0.1:7077", "list"],
    /'--url <address>'.*begin with http/,
  ],
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
  const { code, err, calls } = await runCommandLine(line);
  expect(err).toMatch(message);
  expect(code).toBe(2);
  expect(calls).toEqual([]);
});
