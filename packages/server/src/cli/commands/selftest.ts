import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";

type Report = OutputOf<PalimpsestContract["selftestIsolation"]>;

/** Adds `selftest isolation`, which fails if it finds anything. */
export function addSelftest(program: Command, cli: Cli): void {
  program
    .command("selftest")
    .description("Self-tests on your own store: isolation")
    .command("isolation")
    .description(
      "Check that nobody reaches what is not theirs, in two tenants made for it and deleted afterwards",
    )
    .action(async (_: unknown, command: Command) => {
      const globals = cli.globalsOf(command);
      const report = (await cli.withConnection(globals, ({ call }) =>
        call("selftestIsolation", {}),
      )) as Report;
      const { operations, calls, leaks, differences, findings } = report;
      if (globals.json) cli.print(printedJson(report));
      else {
        cli.print(`${calls} calls of ${operations} operations: ${leaks} leaks, ${differences} differences`);
        for (const { operation, kind, what } of findings) cli.print(plain(`${kind}: ${operation}, ${what}`));
      }
      if (leaks + differences > 0) throw new Leaking("The self-test found what must not be.");
    });
}

class Leaking extends Error {
  readonly code = "SELFTEST_FAILED";
}
