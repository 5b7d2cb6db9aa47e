import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

/** Mounts an overlay over the directory `upper`; `home` has the empty directories that it needs. */
export const overlay = (home: string, upper: string, at: string) =>
  `mount -t overlay overlay -o lowerdir=${home}/lower,upperdir=${upper},workdir=${home}/work ${at}`;

export const hasOverlays = hasNamespaces && canOverlay();

/** Not where the temporary directory is in an overlay itself. */
function canOverlay(): boolean {
  const home = mkdtempSync(join(tmpdir(), "palimpsest-overlay-"));
  for (const name of ["lower", "upper", "work", "at"]) mkdirSync(join(home, name));
  const can = works(withMounts(overlay(home, join(home, "upper"), join(home, "at"))));
  rmSync(home, { recursive: true, force: true });
  return can;
}
