import { Command, CommanderError } from "commander";
import { expect, it } from "vitest";
import { addGlobals } from "./globals.js";

/** Parses a command line; gives its options and the error message. */
function parse(...line: string[]) {
  const err: string[] = [];
  const program = new Command("palimpsest").exitOverride();
  addGlobals(program);
  const status = program.command("status").action(() => {});
  for (const command of [program, status]) command.configureOutput({ writeErr: (text) => err.push(text) });
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return { options: program.opts(), err: err.join("") };
}

it("keeps escape sequences out of error messages", () => {
  for (const line of [["st\u001b[2J\u009b\u202e"], ["status", "--\u001b[2J"]]) {
    const { err } = parse(...line);
    expect(err).toContain("\ufffd[2J");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(err).not.toMatch(/[\u001b\u009b\u202e]/);
  }
});

it.each(["--url", "--key", "--tenant", "--agent", "--user", "--data-dir"])(
  "rejects an empty %s",
  (option) => {
    for (const line of [
      [option, "", "status"],
      ["status", `${option}=`],
      ["status", option, " "],
    ]) {
      expect(parse(...line).err).toMatch(`error: option '${option} `);
      expect(parse(...line).err).toContain("It must not be empty");
    }
    expect(Object.values(parse("status", option, "http://x").options)).toEqual(["http://x"]);
  },
);

it("names the option whose address has no protocol", () => {
  for (const address of ["127.0.0.1:7077", "ftp://x", "http://"]) {
    expect(parse("status", "--url", address).err).toMatch(/'--url <address>'.*must begin with http:\/\//);
  }
});

it("does not accept --agent together with --user", () => {
  for (const line of [
    ["--agent", "a", "status", "--user", "b"],
    ["status", "--user", "b", "--agent", "a"],
  ]) {
    expect(parse(...line).err).toContain("'--agent <id>' cannot be used with option '--user <id>'");
  }
});
