import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { addOperation } from "./operation-command.js";

/** What each group of commands is about. */
const about: Record<string, string> = {
  event: "Raw events as they happened",
  chunk: "Pieces of remembered text",
  memory: "One memory",
  decision: "Decisions",
  task: "Tasks",
  rule: "Rules that every context starts with",
  edit: "Edits of memories, and their approval",
  capsule: "Memories shared with named agents for a limited time",
  acb: "Active context bundles and their receipts",
  key: "API keys",
  embeddings: "Embedding vectors and their model",
  audit: "The audit log",
};

/** Adds a command for every operation that has one: `edit approve` is the command `approve` of the group `edit`. */
export function addOperations(program: Command, cli: Cli): void {
  const groups = new Map<string, { command: Command; names: string[] }>();
  for (const [name, operation] of Object.entries(contract) as [OperationName, AnyOperation][]) {
    const words = operation.cli?.command.split(" ") ?? [];
    const last = words.pop();
    if (last === undefined) continue;
    const [groupName] = words;
    if (groupName === undefined) {
      addOperation(program.command(last), cli, name, operation);
      continue;
    }
    let group = groups.get(groupName);
    if (group === undefined) {
      group = { command: program.command(groupName), names: [] };
      groups.set(groupName, group);
    }
    group.names.push(last);
    addOperation(group.command.command(last), cli, name, operation);
  }
  for (const [name, { command, names }] of groups) {
    command.description(`${about[name] ?? name}: ${names.join(", ")}`);
  }
}
