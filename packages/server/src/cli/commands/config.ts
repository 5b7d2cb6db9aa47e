import type { Command } from "commander";
import { describeConfig } from "../../config/index.js";
import type { Cli } from "../cli.js";
import { envOf } from "../globals.js";
import { indent } from "../render/layout/indent.js";

export function addConfig(program: Command, cli: Cli): void {
  program
    .command("config")
    .description("List every setting: its name, meaning and current value")
    .action((_: unknown, command: Command) => {
      const globals = cli.globalsOf(command);
      const rows = describeConfig(envOf(cli.env, globals));
      if (globals.json) return cli.print(JSON.stringify(rows, null, 2));
      const blocks = rows.map(({ name, value, from, meaning }) => {
        const shown = value === "" ? cli.style.paint("dim", "not set") : value;
        const origin = from === "environment" ? cli.style.paint("green", " (from the environment)") : "";
        return `${cli.style.paint("bold", name)} = ${shown}${origin}\n${indent(cli.style.paint("dim", meaning))}`;
      });
      cli.print(blocks.join("\n"));
    });
}
