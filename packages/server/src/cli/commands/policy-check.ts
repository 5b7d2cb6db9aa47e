import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { readText, readTextFile } from "../operations/read-text.js";
import { printedJson } from "../render/json.js";

/** Adds `policy check`, which needs no server and no store, so that a pipeline can refuse a bad policy. */
export function addPolicyCheck(program: Command, cli: Cli): void {
  const group = program.commands.find((command) => command.name() === "policy")!;
  group.description(`${group.description()}, check`);
  group
    .command("check")
    .description("Check a policy without applying it, and without a server")
    .argument("<file>", "a file, or - to read stdin")
    .action(async (file: string, _: unknown, command: Command) => {
      const { assertWhole, parsePolicyText } = await import("@palimpsest/core");
      const yaml = file === "-" ? await readText(cli.stdin, "stdin") : await readTextFile(file);
      const parsed = await parsePolicyText(yaml);
      assertWhole(parsed);
      const { version } = parsed.policy;
      if (cli.globalsOf(command).json) cli.print(printedJson({ version }));
      else cli.print(`${version} is a valid policy.`);
    });
}
