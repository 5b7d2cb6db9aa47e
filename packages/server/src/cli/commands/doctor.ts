import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { envOf } from "../globals.js";
import { renderFinding } from "../render/finding.js";

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command("doctor")
    .description(
      "Check files, engine, schema, roles, row level security, clock, lock, embedder, open files and disk, and show how to fix each problem",
    )
    .action(async (_: unknown, command: Command) => {
      const { diagnose } = await import("../doctor/diagnose.js");
      const globals = cli.globalsOf(command);
      const findings = await diagnose(envOf(cli.env, globals));
      const ok = findings.every((finding) => finding.ok);
      if (globals.json) cli.print(JSON.stringify({ ok, findings }, null, 2));
      else {
        cli.print(findings.map((finding) => renderFinding(finding, cli.style)).join("\n"));
      }
      if (!ok) process.exitCode = 1;
    });
}
