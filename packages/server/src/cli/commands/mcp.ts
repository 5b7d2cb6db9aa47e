import { limits } from "@palimpsest/contract";
import type { Command } from "commander";
import { loadConfig } from "../../config/index.js";
import type { CallOperation } from "../../mcp/index.js";
import { keepStdoutClean } from "../../process/keep-stdout-clean.js";
import { shutdownSignal } from "../../process/shutdown-signal.js";
import type { Cli } from "../cli.js";
import { openConnection } from "../connection/index.js";
import { envOf } from "../globals.js";
import { plain } from "../render/layout/plain.js";

/** For somebody who tries the command by hand: a client would send messages where a person sees nothing happen. */
const waits = (store: string, tools: string) =>
  plain(`Serving MCP on stdin and stdout, with the tools ${tools} and the memories of ${store}.
It waits for a client: agents start this command themselves (see docs/clients.md). Ctrl+C ends it.
`);

/** How long closing may take after the client has gone, before the process exits anyway. */
const closeTimeoutMs = 1_000;

export function addMcp(program: Command, cli: Cli): void {
  program
    .command("mcp")
    .description("Serve MCP on stdin and stdout, for agents that start a command")
    .option(
      "--tools <names>",
      "toolsets and single tools, comma separated, for instance core,record_event (default: PALIMPSEST_MCP_TOOLS)",
    )
    .option(
      "--names <how>",
      "dotted: list tools such as pce.memory.activate as their specification spells them",
    )
    .action(async ({ tools: given, names: spelt }: { tools?: string; names?: string }, command: Command) => {
      const { retryUnavailable } = await import("@palimpsest/core");
      const { parseNames, parseTools, serveMcpStdio } = await import("../../mcp/index.js");
      const { createLog } = await import("../../observe/index.js");
      const output = keepStdoutClean();
      const globals = cli.globalsOf(command);
      const config = loadConfig(envOf(cli.env, globals));
      const tools = parseTools(given ?? config.mcpTools);
      const names = parseNames(spelt);
      const log = createLog(config.logLevel);
      const agent = globals.agent ?? (globals.user === undefined ? config.agentId : undefined);
      const connection = await openConnection(config, { agent, user: globals.user }, "mcp");
      try {
        await retryUnavailable(() => connection.call("status", {}));
        if (cli.stdin.isTTY) process.stderr.write(waits(connection.store, given ?? config.mcpTools));
        const call: CallOperation = (operation, input, onCounted, forLess) =>
          connection.call(operation, input as object, onCounted, forLess);
        const served = serveMcpStdio(call, {
          tools,
          names,
          input: cli.stdin,
          output,
          maxLine: Math.min(config.bodyLimit, limits.mcpBytes),
          maxDocument: limits.documentBytes,
          onRefused: (code) =>
            void connection
              .refused?.(code)
              .catch((err) => log.warn({ err }, "a line that was refused is not in the audit log")),
          onError: (err) => log.warn({ err }, "an MCP request failed"),
        });
        await Promise.race([served, shutdownSignal()]);
      } catch (error) {
        await connection.close();
        cli.stdin.destroy();
        throw error;
      }
      setTimeout(() => process.exit(0), closeTimeoutMs).unref();
      await connection.close();
      process.exit(0);
    });
}
