import type { AnyOperation, OperationName } from "@palimpsest/contract";
import { Argument, type Command, Option } from "commander";
import type { Cli } from "../cli.js";
import { printedJson } from "../render/json.js";
import { oneLine } from "../render/layout/plain.js";
import { UsageError } from "../usage-error.js";
import { type Field, fieldsOf } from "./fields.js";
import { parseValue } from "./parse-value.js";

/** Adds the command of one operation: positional fields are arguments, all others options. */
export function addOperation(command: Command, cli: Cli, name: OperationName, operation: AnyOperation): void {
  const fields = fieldsOf(operation);
  const positional = (operation.cli?.positional ?? []).map(
    (wanted) => fields.find((field) => field.name === wanted)!,
  );
  const options = fields
    .filter((field) => !positional.includes(field))
    .map((field) => ({ field, option: optionOf(field) }));
  command.description(operation.summary);
  for (const field of positional) command.addArgument(argumentOf(field, field === positional.at(-1)));
  for (const { option } of options) command.addOption(option);

  command.action(async (...args: unknown[]) => {
    const given = new Map<Field, string[]>();
    positional.forEach((field, at) => {
      if (args[at] !== undefined) given.set(field, [args[at]].flat() as string[]);
    });
    const outer = outerOperation(command);
    for (const { field, option } of options) {
      const attribute = option.attributeName();
      const taker = [command, outer].find((one) => one?.getOptionValueSource(attribute) === "cli");
      if (taker !== undefined) given.set(field, [taker.getOptionValue(attribute)].flat().map(String));
    }
    refuseOthers(
      outer,
      options.map(({ option }) => option.attributeName()),
    );
    const input: Record<string, unknown> = {};
    for (const [field, words] of given) {
      if (words.length > 0) input[field.name] = await parseValue(field, words, cli.stdin);
    }
    const globals = cli.globalsOf(command);
    const { output, store } = await cli.withConnection(globals, async ({ call, store }) => ({
      output: await call(name, input),
      store,
    }));
    if (globals.json) return cli.print(printedJson(output));
    // Loading the width tables takes 30 ms, which JSON does not need.
    const { renderOutput } = await import("../render/render-output.js");
    cli.print(renderOutput(name, output, { ...cli.style, store: oneLine(store) }));
  });
}

/** Under a command that has options too, as `list sessions` is: that one has taken the options that both have. */
const outerOperation = (command: Command): Command | undefined =>
  command.parent?.parent ? command.parent : undefined;

function refuseOthers(outer: Command | undefined, known: string[]): void {
  const other = outer?.options.find((option) => {
    const attribute = option.attributeName();
    return outer.getOptionValueSource(attribute) === "cli" && !known.includes(attribute);
  });
  if (other !== undefined) throw new UsageError(`unknown option '${other.long}'`);
}

/** The last argument takes the rest of the line if it is a list or long text, so that a sentence needs no quotes. */
function argumentOf(field: Field, last: boolean): Argument {
  const name = `${field.file ? "file" : field.name}${last && (field.type === "list" || field.prose) ? "..." : ""}`;
  const argument = new Argument(field.required ? `<${name}>` : `[${name}]`, helpOf(field));
  return field.choices && field.type === "string" ? argument.choices(field.choices) : argument;
}

function optionOf(field: Field): Option {
  if (field.type === "boolean") {
    return new Option(field.default === true ? `--no-${field.flag}` : `--${field.flag}`, field.description);
  }
  const help = [helpOf(field), field.required ? "(required)" : ""].join(" ").trim();
  const option = new Option(`--${field.flag} <${field.placeholder}>`, help);
  if (field.type === "list")
    option.argParser((word: string, before: string[] | undefined) => [...(before ?? []), word]);
  else if (field.choices) option.choices(field.choices);
  return option.makeOptionMandatory(field.required);
}

function helpOf(field: Field): string {
  const notes: string[] = [];
  if (field.type === "list") {
    if (field.choices) notes.push(`choices: ${field.choices.join(", ")}`);
    notes.push(field.splits ? "repeat, or separate with commas" : "repeat for more");
  }
  if (field.type === "json") notes.push("JSON, @file or -");
  if (field.keys.length > 0) notes.push(`keys: ${field.keys.join(", ")}`);
  if (field.file) notes.push("a file, or - to read stdin");
  if (field.prose) notes.push("- to read stdin");
  const byDefault = JSON.stringify(field.default);
  if (byDefault !== undefined && byDefault !== "[]" && byDefault !== "{}" && byDefault !== '""')
    notes.push(`default: ${field.default}`);
  return `${field.description}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`.trim();
}
