import type { KnownCommand } from "./command-tree.js";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A script that completes `palimpsest` in that shell. It holds all words, so that completing starts no process. */
export function completionScript(shell: Shell, commands: KnownCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Options that take a value, whose next word is no command. */
const valued = (commands: KnownCommand[]) =>
  [
    ...new Set(
      commands.flatMap(({ options }) => options.filter((one) => one.takesValue).map((one) => one.flag)),
    ),
  ].join("|");

/** Patterns of a command followed by one of its own, as the loop over the typed words meets them. */
const steps = (commands: KnownCommand[]) =>
  commands
    .flatMap(({ words, commands: inner }) => inner.map(({ name }) => quoted(`${words} ${name}`.trim())))
    .join("|");

/** Shell lines that find in $at which command the words before the cursor are. */
const locate = (commands: KnownCommand[], typed: string) => `  for word in ${typed}; do
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in ${valued(commands)}) skip=1; continue ;; esac
    case "\${at:+$at }$word" in ${steps(commands)}) at="\${at:+$at }$word" ;; esac
  done`;

function bash(commands: KnownCommand[]): string {
  const values = commands.flatMap(({ words, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `    ${quoted(`${words}:${flag}`)}) words=${quoted(choices.join(" "))} ;;`),
  );
  const cases = commands.map(({ words, commands: inner, options, choices }) => {
    const all = [...inner.map(({ name }) => name), ...choices, ...options.map(({ flag }) => flag)];
    return `    ${quoted(words)}) words=${quoted(all.join(" "))} ;;`;
  });
  return `# palimpsest completion for bash
_palimpsest() {
  local word skip="" at="" words="" cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
${locate(commands, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=()
  case "$at:$prev" in
${values.join("\n")}
    *) case $prev in ${valued(commands)}) return ;; esac ;;
  esac
  [[ -n $words ]] || case $at in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _palimpsest palimpsest
`;
}

function zsh(commands: KnownCommand[]): string {
  const described = (name: string, description: string) =>
    quoted(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);
  const values = commands.flatMap(({ words, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ flag, choices }) =>
          `    ${quoted(`${words}:${flag}`)}) compadd -- ${choices.map(quoted).join(" ")}; return ;;`,
      ),
  );
  const cases = commands.map(({ words, commands: inner, options, choices }) =>
    [
      `    ${quoted(words)})`,
      `      found=(${[...inner.map((one) => described(one.name, one.description)), ...choices.map(quoted)].join(" ")})`,
      `      options=(${options.map((one) => described(one.flag, one.description)).join(" ")}) ;;`,
    ].join("\n"),
  );
  return `#compdef palimpsest
_palimpsest() {
  local word skip="" at="" prev=$words[CURRENT-1]
  local -a found options
${locate(commands, `"\${(@)words[2,CURRENT-1]}"`)}
  case "$at:$prev" in
${values.join("\n")}
    *) case $prev in ${valued(commands)}) _files; return ;; esac ;;
  esac
  case $at in
${cases.join("\n")}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( $#found )); then _describe command found
  else _files; fi
}
if [[ $funcstack[1] == _palimpsest ]]; then _palimpsest "$@"; else compdef _palimpsest palimpsest; fi
`;
}

function fish(commands: KnownCommand[]): string {
  const text = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ words, commands: inner, options, choices }) => {
    const at = `-n ${text(`__palimpsest_at ${text(words)}`)}`;
    return [
      ...inner.map(
        (one) => `complete -c palimpsest ${at} -f -a ${text(one.name)} -d ${text(one.description)}`,
      ),
      ...choices.map((one) => `complete -c palimpsest ${at} -f -a ${text(one)}`),
      ...options.map((one) => {
        const value =
          one.choices.length > 0 ? ` -x -a ${text(one.choices.join(" "))}` : one.takesValue ? " -r" : "";
        return `complete -c palimpsest ${at} -l ${one.flag.replace(/^--/, "")}${value} -d ${text(one.description)}`;
      }),
    ];
  });
  return `# palimpsest completion for fish
function __palimpsest_at
    set -l at
    set -l skip
    for word in (commandline -opc)[2..-1]
        if test -n "$skip"
            set skip
            continue
        end
        switch $word
            case ${valued(commands).split("|").join(" ")}
                set skip 1
                continue
        end
        switch (string join ' ' $at $word)
            case ${steps(commands).split("|").join(" ")}
                set at $at $word
        end
    end
    set -l joined (string join ' ' $at)
    test "$joined" = "$argv[1]"
end
${lines.join("\n")}
`;
}
