import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { addOperation } from "./operation-command.js";

/** Every operation of the contract that has a command. `edit approve` becomes `approve` in the group `edit`. */
export function addOperations(program: Command, cli: Cli): void {
  const groups = new Map<string, { command: Command; tag: string; names: string[] }>();
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
      group = { command: program.command(groupName), tag: operation.tag, names: [] };
      groups.set(groupName, group);
    }
    group.names.push(last);
    addOperation(group.command.command(last), cli, name, operation);
  }
  for (const { command, tag, names } of groups.values()) command.description(`${tag}: ${names.join(", ")}`);
}
