import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { UsageError } from "../usage-error.js";

export function addReview(program: Command, cli: Cli): void {
  program
    .command("review")
    .description("Review the edits that wait for approval, one by one")
    .action(async (_: unknown, command: Command) => {
      if (!cli.stdin.isTTY || cli.style.width === undefined) {
        throw new UsageError(
          "review is interactive and needs a terminal. In a script use `palimpsest edit list --status pending --json`, `palimpsest edit approve ID` and `palimpsest edit reject ID`.",
        );
      }
      const { reviewQueue } = await import("../review/review-queue.js");
      await cli.withConnection(cli.globalsOf(command), (connection) =>
        reviewQueue(connection, { style: cli.style }),
      );
    });
}
