import type { Command } from "commander";
import type { Cli } from "../cli.js";

export function addWorker(program: Command, cli: Cli): void {
  program.command("worker").description("Run background jobs alone, without serving");
  void cli;
}
