import { spawnSync } from "node:child_process";

const works = (command: string[]) =>
  spawnSync(command[0]!, [...command.slice(1), "true"], { stdio: "ignore" }).status === 0;

/** Ways to make namespaces here: as root, else with a user namespace; undefined where the machine allows neither. */
const unshare = [["unshare"], ["unshare", "--map-root-user"]].find((command) =>
  works([...command, "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]),
);

export const hasNamespaces = unshare !== undefined;

/** Runs a command in a PID namespace of its own, where it sees no other process. */
export const inPidNamespace = [...(unshare ?? []), "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Runs a command after the given mounts, which it alone sees. */
export const withMounts = (script: string) => [
  ...(unshare ?? []),
  "--mount",
  "--propagation=private",
  "sh",
  "-c",
  `${script} && exec "$@"`,
  "sh",
];
