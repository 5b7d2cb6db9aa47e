import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { addOperation } from "./operation-command.js";

/** What the things are that the groups of operations are about. */
const about: Record<string, string> = {
  event: "The raw log of what happened",
  chunk: "Remembered pieces of text",
  memory: "One memory and its life",
  decision: "What was decided",
  task: "What is to be done",
  rule: "What every context begins with",
  edit: "Changes of memories, proposed and approved",
  capsule: "Bundles of memories for named agents, for a time",
  acb: "Active context bundles and their receipts",
  key: "API keys",
  embeddings: "The vectors that search by meaning, and their model",
  audit: "Who did what to which ids",
};

/** Every operation of the contract that has a command. `edit approve` becomes `approve` in the group `edit`. */
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
