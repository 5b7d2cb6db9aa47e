import type { Command } from "commander";
import { describeConfig, loadConfig, storeAndReason } from "../../config/index.js";
import type { Cli } from "../cli.js";
import { envOf } from "../globals.js";
import { indent } from "../render/layout/indent.js";

export function addConfig(program: Command, cli: Cli): void {
  program
    .command("config")
    .description("List every setting: its name, meaning and current value")
    .action((_: unknown, command: Command) => {
      const globals = cli.globalsOf(command);
      const env = envOf(cli.env, globals);
      const config = loadConfig(env);
      const rows = describeConfig(env, config);
      if (globals.json) return cli.print(JSON.stringify(rows, null, 2));
      const blocks = rows.map(({ name, value, from, meaning }) => {
        const shown = value === "" ? cli.style.paint("dim", "not set") : value;
        const origin = from === "default" ? "" : cli.style.paint("green", ` (from the ${from})`);
        return `${cli.style.paint("bold", name)} = ${shown}${origin}\n${indent(cli.style.paint("dim", meaning))}`;
      });
      cli.print([`Commands use ${storeAndReason(config)}`, "", ...blocks].join("\n"));
    });
}
