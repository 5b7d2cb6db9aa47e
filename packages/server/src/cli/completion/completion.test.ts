import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";
import { type Shell, shells } from "./scripts.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-completion-"));
const script = (shell: Shell) => join(folder, `palimpsest.${shell}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  for (const shell of shells) writeFileSync(script(shell), (await runCommandLine(["completion", shell])).out);
});

const run = (command: string, code: string) =>
  execFileSync(command, command === "zsh" ? ["-f", "-c", code] : ["-c", code], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");

/** What each shell offers after these words, the last of which is being typed. */
const offers: Record<Shell, (words: string[]) => string[]> = {
  bash: (words) =>
    run(
      "bash",
      `source ${script("bash")}; COMP_WORDS=(palimpsest ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _palimpsest; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  // The functions of its completion system are replaced by ones that print what they are given.
  zsh: (words) => {
    const typed = words.at(-1) ?? "";
    const code = `compdef() { :; }; _files() { :; }; compadd() { shift; print -l -- "$@"; }
      _describe() { local list=$@[-1]; print -l -- "\${(@)\${(P)list}%%:*}"; }
      source ${script("zsh")}; words=(palimpsest ${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length + 1}; PREFIX='${typed}'; _palimpsest`;
    return run("zsh", code).filter((line) => line.startsWith(typed));
  },
  fish: (words) =>
    run("fish", `source ${script("fish")}; complete -C'palimpsest ${words.join(" ")}'`).map(
      (line) => line.split("\t")[0]!,
    ),
};

const present = (shell: Shell) => spawnSync(shell, ["-c", "exit"]).status === 0;

describe.each(shells.filter(present))("in %s", (shell) => {
  const offered = (...words: string[]) => offers[shell](words);

  test("completes commands, commands of commands and options", () => {
    expect(offered("re")).toEqual(expect.arrayContaining(["remember", "recall", "review"]));
    expect(offered("re")).not.toContain("serve");
    expect(offered("edit", "app")).toEqual(expect.arrayContaining(["apply", "approve"]));
    expect(offered("recall", "--project")).toEqual(["--project-id"]);
    expect(offered("edit", "approve", "--us")).toEqual(["--user"]);
  });

  test("completes the choices of options and arguments", () => {
    expect(offered("remember", "--kind", "dec")).toEqual(["decision"]);
    expect(offered("edit", "apply", "ret")).toEqual(["retract"]);
  });

  test("takes the value of an option for no command", () => {
    expect(offered("--user", "edit", "rev")).toEqual(["review"]);
  });
});

test("completes no other shell", async () => {
  const { code, err } = await runCommandLine(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(err).toContain("Allowed choices are bash, zsh, fish");
});
