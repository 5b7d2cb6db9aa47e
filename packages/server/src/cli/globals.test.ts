import { Command, CommanderError } from "commander";
import { expect, it } from "vitest";
import { addGlobals } from "./globals.js";

/** What a command line comes to: the options it gave, or what was said against it. */
function parse(...line: string[]) {
  const said: string[] = [];
  const program = new Command("palimpsest").exitOverride();
  addGlobals(program);
  const status = program.command("status").action(() => {});
  for (const command of [program, status]) command.configureOutput({ writeErr: (text) => said.push(text) });
  try {
    program.parse(line, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return { options: program.opts(), said: said.join("") };
}

it("says what is wrong without the escape sequences that stand in it", () => {
  for (const line of [["st\u001b[2J\u009b\u202e"], ["status", "--\u001b[2J"]]) {
    const { said } = parse(...line);
    expect(said).toContain("\ufffd[2J");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(said).not.toMatch(/[\u001b\u009b\u202e]/);
  }
});

it.each(["--url", "--key", "--tenant", "--agent", "--user", "--data-dir"])(
  "refuses an empty %s instead of taking some other place",
  (option) => {
    for (const line of [
      [option, "", "status"],
      ["status", `${option}=`],
      ["status", option, " "],
    ]) {
      expect(parse(...line).said).toMatch(`error: option '${option} `);
      expect(parse(...line).said).toContain("It must not be empty");
    }
    expect(Object.values(parse("status", option, "x").options)).toEqual(["x"]);
  },
);

it("acts as an agent or as a person, and takes neither for the other", () => {
  for (const line of [
    ["--agent", "a", "status", "--user", "b"],
    ["status", "--user", "b", "--agent", "a"],
  ]) {
    expect(parse(...line).said).toContain("'--agent <id>' cannot be used with option '--user <id>'");
  }
});
