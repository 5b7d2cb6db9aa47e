import type { Command, Option } from "commander";

export interface KnownOption {
  flag: string;
  description: string;
  takesValue: boolean;
  choices: readonly string[];
}

/** What may follow the words of one command. */
export interface KnownCommand {
  /** The words of the command, such as `edit approve`; empty for `palimpsest` alone. */
  words: string;
  commands: { name: string; description: string }[];
  options: KnownOption[];
  /** Of its first argument. */
  choices: readonly string[];
}

/** Every command of the command line with all that can be completed after it. */
export function commandTree(program: Command): KnownCommand[] {
  const global = program.options.map(optionOf);
  const walk = (command: Command, words: string): KnownCommand[] => [
    {
      words,
      commands: command.commands.map((inner) => ({
        name: inner.name(),
        description: sentence(inner.description()),
      })),
      options: command === program ? global : [...command.options.map(optionOf), ...global],
      choices: command.registeredArguments[0]?.argChoices ?? [],
    },
    ...command.commands.flatMap((inner) => walk(inner, `${words} ${inner.name()}`.trim())),
  ];
  return walk(program, "");
}

const optionOf = (option: Option): KnownOption => ({
  flag: option.long ?? option.flags,
  description: sentence(option.description),
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
});

/** One short line: shells show it beside the word. */
const sentence = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/[^\x20-\x7e]/g, "")
    .slice(0, 72)
    .trim();
