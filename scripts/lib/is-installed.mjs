import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether node_modules holds what the lock file lists. npm writes its own list of installed packages last, so an
 * interrupted installation counts as missing. Packages for other platforms are optional and may be absent.
 */
export function isInstalled(root) {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const wanted = packages(join(root, "package-lock.json"));
  const present = packages(installed);
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.optional && !entry.peer)
    .every(([path, entry]) => present[path]?.version === entry.version);
}

function packages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
