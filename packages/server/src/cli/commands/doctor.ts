import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { envOf } from "../globals.js";

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command("doctor")
    .description(
      "Check engine, schema, roles, row level security, embedder, lock, disk and clock, and say how to mend each",
    )
    .action(async (_: unknown, command: Command) => {
      const { diagnose } = await import("../doctor/diagnose.js");
      const globals = cli.globalsOf(command);
      const findings = await diagnose(envOf(cli.env, globals));
      const ok = findings.every((finding) => finding.ok);
      if (globals.json) cli.print(JSON.stringify({ ok, findings }, null, 2));
      else {
        const { paint } = cli.style;
        const lines = findings.flatMap(({ check, ok: fine, says, mend }) => [
          `${fine ? paint("green", "✓") : paint("red", "✗")} ${check.padEnd(18)}  ${says}`,
          ...(mend === undefined ? [] : [`  ${" ".repeat(18)}  ${paint("yellow", `→ ${mend}`)}`]),
        ]);
        cli.print(lines.join("\n"));
      }
      if (!ok) process.exitCode = 1;
    });
}
