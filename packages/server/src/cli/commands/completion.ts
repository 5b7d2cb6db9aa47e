import { Argument, type Command } from "commander";
import type { Cli } from "../cli.js";
import { commandTree } from "../completion/command-tree.js";
import { completionScript, type Shell, shells } from "../completion/scripts.js";

export function addCompletion(program: Command, cli: Cli): void {
  program
    .command("completion")
    .description("Print a script that completes palimpsest in bash, zsh or fish")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action((shell: Shell) => cli.print(completionScript(shell, commandTree(program))));
}
