import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import { addOperation } from "./operation-command.js";

/** What each group of commands is about. */
const about: Record<string, string> = {
  event: "Raw events as they happened",
  chunk: "Pieces of remembered text",
  artifact: "Documents and their revisions",
  memory: "One memory, and facts for yourself alone",
  entity: "Whom and what documents name",
  job: "Background jobs",
  decision: "Decisions",
  task: "Tasks",
  rule: "Rules that every context starts with",
  tenant: "The tenant as a whole",
  plan: "Plans that agents work on together",
  "task-context": "What agents need to go on with a task",
  session: "Conversations that were given a name",
  state: "Working state that agents share on a plan",
  knowledge: "Facts, by what other systems call them",
  history: "Turns of conversations",
  fact: "Facts, and whether they still hold",
  episode: "What was gone through, and what came of it",
  procedure: "How things are done, and how that went",
  skill: "Prompts and examples, by when they are called for",
  claim: "Claims, with where they come from and how they proved",
  outbox: "What has changed in memory",
  heart: "What is known, experienced, practised and forbidden",
  censor: "What must not be done or said",
  working: "Your working memory of a session",
  edit: "Edits of memories, and their approval",
  capsule: "Memories shared with named agents for a limited time",
  acb: "Active context bundles and their receipts",
  key: "API keys",
  principal: "Who may write: people, agents and services",
  index: "The lexical index",
  embeddings: "Embedding vectors and their model",
  audit: "The audit log",
  erasure: "Erasing all that is stored about a subject",
  policy: "What is allowed, shown and kept",
  boundary: "Texts that are about to be sent",
};

/** Commands that show the options of others. */
const showsOthers = ["help", "completion"];

/**
 * Adds a command for every operation that has one: `edit approve` is the command `approve` of the group `edit`. If the
 * first word of the command line is known, only the commands under it get their options: deriving all of them from the
 * contract takes longer than most commands do.
 */
export function addOperations(program: Command, cli: Cli, typed?: string): void {
  const operations = (Object.entries(contract) as [OperationName, AnyOperation][]).map(
    ([name, operation]) => ({ name, operation, words: operation.cli?.command.split(" ") ?? [] }),
  );
  const isKnown = typed !== undefined && !showsOthers.includes(typed);
  const alone = new Map<string, Command>();
  const groups = new Map<string, { command: Command; names: string[] }>();
  for (const { name, operation, words } of operations) {
    const last = words.at(-1);
    if (last === undefined) continue;
    const fill = (command: Command) => {
      if (isKnown && words[0] !== typed) command.description(operation.summary);
      else addOperation(command, cli, name, operation);
    };
    if (words.length === 1) {
      const command = program.command(last);
      alone.set(last, command);
      fill(command);
      continue;
    }
    const groupName = words[0]!;
    let group = groups.get(groupName);
    if (group === undefined) {
      // A group may be a command too, as `list` is.
      const command = alone.get(groupName) ?? program.command(groupName);
      group = { command, names: [] };
      groups.set(groupName, group);
    }
    group.names.push(last);
    fill(group.command.command(last));
  }
  for (const [name, { command, names }] of groups) {
    if (alone.has(name)) refuseOthers(command, names);
    const what = alone.has(name) ? `${command.description()}; or` : (about[name] ?? name);
    command.description(`${what}: ${names.join(", ")}`);
  }
}

/** A command that is a group too says so when it is followed by another word: that is no surplus argument. */
function refuseOthers(command: Command, names: string[]): void {
  if (command.registeredArguments.length > 0) return;
  command.allowExcessArguments().hook("preAction", (_, called) => {
    const word = called === command ? command.args[0] : undefined;
    if (word !== undefined)
      command.error(
        `error: unknown command '${command.name()} ${word}'; after ${command.name()} comes nothing, or one of ${names.join(", ")}`,
      );
  });
}
