import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall } from "./apt-install.mjs";

/** The commands that the documentation's examples use, which its test runs as a reader would, and git. */
const commands = ["bash", "curl", "git", "jq"];

/** Installs missing commands if possible, and otherwise throws an error that names them. */
export async function ensureCommands() {
  const missing = commands.filter((command) => !onPath(command));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && onPath("apt-get")) await aptInstall(missing);
  const still = missing.filter((command) => !onPath(command));
  if (still.length > 0) throw new Error(`The tests need ${still.join(", ")}. Install them and try again.`);
}

function onPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
