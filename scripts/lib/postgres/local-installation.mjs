import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { capture, succeeds } from "../run.mjs";
import { isRecentPgvector, minimumPostgres } from "./requirements.mjs";

/** The newest installed PostgreSQL with pgvector; undefined if there is none. */
export async function localInstallation() {
  const found = [];
  for (const bin of candidateFolders()) {
    const major = await usableMajor(bin);
    if (major) found.push({ bin, major });
  }
  const best = found.sort((a, b) => b.major - a.major)[0];
  if (!best) return undefined;
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root, so root needs the account that its packages create.
  if (isRoot && !(await succeeds("setpriv", ["--reuid=postgres", "--clear-groups", "true"])))
    return undefined;
  return {
    name: `PostgreSQL ${best.major} in ${best.bin}`,
    bin: best.bin,
    command: isRoot ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] : [],
    makeDirectory: async (path) => {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      if (isRoot) await capture("chown", ["postgres:postgres", path]);
    },
    parent: tmpdir(),
    hostPath: (path) => path,
    locale: process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8",
  };
}

function candidateFolders() {
  const onPath = (process.env.PATH ?? "").split(":");
  const versioned = ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt", "/usr"]
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name, "bin")));
  return [...new Set([...onPath, ...versioned])].filter((bin) =>
    ["initdb", "pg_ctl", "pg_config"].every((tool) => existsSync(join(bin, tool))),
  );
}

async function usableMajor(bin) {
  const version = await capture(join(bin, "pg_config"), ["--version"]);
  const major = Number(version.match(/(\d+)/)?.[1] ?? 0);
  const share = (await capture(join(bin, "pg_config"), ["--sharedir"])).trim();
  const control = join(share, "extension", "vector.control");
  if (major < minimumPostgres || !existsSync(control)) return undefined;
  const vector = readFileSync(control, "utf8").match(/default_version\s*=\s*'([^']+)'/)?.[1];
  return isRecentPgvector(vector) ? major : undefined;
}
