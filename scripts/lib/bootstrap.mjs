import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./is-installed.mjs";
import { run } from "./run.mjs";

/** The root of the checkout, whatever the working directory. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const MINIMUM_NODE = [20, 19];
/** Tools write to stderr, since stdout is for the output of the command itself. */
const TO_STDERR = ["ignore", process.stderr, process.stderr];

/** Throws a clear error if this Node.js is too old for the dependencies. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantMajor, wantMinor] = MINIMUM_NODE;
  if (major > wantMajor || (major === wantMajor && minor >= wantMinor)) return;
  throw new Error(`Palimpsest needs Node.js ${MINIMUM_NODE.join(".")} or later; this is ${version}.`);
}

/** Installs the locked dependencies, unless exactly these are installed already. */
export async function ensureInstalled() {
  requireNode();
  if (isInstalled(root)) return;
  process.stderr.write("Installing dependencies\n");
  // Not `npm ci`, which first deletes node_modules, while other processes of this checkout may use them.
  await npm(["install", "--no-save", "--include=dev"]);
}

/** Embeds the SQL and the policy, compiles the packages and bundles them; quick when nothing changed. */
export async function build() {
  const done = announce("Building Palimpsest");
  try {
    for (const script of ["embed-sql.mjs", "embed-policy.mjs"]) {
      await run(process.execPath, [join(root, "scripts", script)], { cwd: root, stdio: TO_STDERR });
    }
    await run(process.execPath, [binary("typescript", "tsc"), "-b"], { cwd: root, stdio: TO_STDERR });
    await run(process.execPath, [join(root, "scripts", "bundle.mjs")], { cwd: root, stdio: TO_STDERR });
  } finally {
    done();
  }
}

/** Says what is being done; on a terminal also for how long, so that a first build does not look as if it hung. */
function announce(what, stream = process.stderr) {
  if (!stream.isTTY) {
    stream.write(`${what}\n`);
    return () => {};
  }
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1_000);
  const show = () => stream.write(`\r\x1b[2K${what} … ${seconds()} s`);
  show();
  const timer = setInterval(show, 1_000);
  return () => {
    clearInterval(timer);
    stream.write(`\r\x1b[2K${what}: ${seconds()} s\n`);
  };
}

/** The script of a command of an installed package, to be run with this Node.js without a shell. */
export function binary(packageName, command) {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

async function npm(args) {
  const cli = process.env.npm_execpath;
  const viaNode = cli?.endsWith(".js");
  await run(viaNode ? process.execPath : "npm", viaNode ? [cli, ...args] : args, {
    cwd: root,
    stdio: TO_STDERR,
    shell: process.platform === "win32" && !viaNode,
  });
}
