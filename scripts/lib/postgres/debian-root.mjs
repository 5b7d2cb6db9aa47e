import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aptInstall } from "../apt-install.mjs";
import { capture, succeeds } from "../run.mjs";
import { aptProxyEnvironment, debianMirrors } from "./apt-sources.mjs";
import { cacheDir } from "./cache-dir.mjs";
import { withLock } from "./with-lock.mjs";

const SUITE = "trixie";
const PACKAGE = "postgresql-17-pgvector";
const BIN = "/usr/lib/postgresql/17/bin";
const ROOT = join(cacheDir, "pg17-trixie");
const BUILD_TIMEOUT = 15 * 60_000;
const ABANDONED_AFTER = 60 * 60_000;

/**
 * A small Debian 13 tree beside the system, built once, whose PostgreSQL runs in a chroot: Debian 12 has no pgvector.
 * Undefined if this is not Debian or the user is not root.
 */
export async function debianInstallation(log) {
  const codename = debianCodename();
  if (!codename || process.getuid?.() !== 0) return undefined;
  if (!existsSync(ROOT)) {
    mkdirSync(cacheDir, { recursive: true });
    await withLock(ROOT, log, async () => {
      if (!existsSync(ROOT)) await build(codename, log);
    });
  }
  return {
    name: `Debian ${SUITE} in ${ROOT}`,
    bin: BIN,
    command: ["chroot", ROOT, "setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"],
    makeDirectory: (path) =>
      capture("chroot", [ROOT, "install", "-d", "-o", "postgres", "-g", "postgres", "-m", "700", path]),
    parent: "/srv/palimpsest",
    hostPath: (path) => join(ROOT, path),
    locale: "C.UTF-8",
  };
}

async function build(codename, log) {
  const mirrors = debianMirrors(codename);
  if (mirrors.length === 0) throw new Error("No Debian mirror found in /etc/apt/sources.list*");
  await removeAbandonedBuilds();
  if (!(await succeeds("debootstrap", ["--version"]))) await installDebootstrap(log);
  const env = { ...process.env, ...(await aptProxyEnvironment()), DEBIAN_FRONTEND: "noninteractive" };
  const failures = [];
  for (const [attempt, mirror] of [...mirrors, mirrors[0], mirrors[0]].entries()) {
    if (attempt > 0) await sleep(5_000 * attempt);
    log(`building PostgreSQL 17 with pgvector from ${mirror} (once, 1 to 3 minutes)`);
    const target = `${ROOT}.building-${process.pid}-${attempt}`;
    try {
      await capture("debootstrap", debootstrapArguments(target, mirror), { env, timeout: BUILD_TIMEOUT });
      await finish(target);
      return;
    } catch (error) {
      failures.push(error.message);
      log(`that failed: ${error.message.split("\n")[0]}`);
      await removeTree(target);
    }
  }
  throw new Error(`Could not build PostgreSQL from this machine's apt mirrors:\n${failures.join("\n")}`);
}

function debootstrapArguments(target, mirror) {
  const args = ["--variant=minbase", `--include=${PACKAGE}`, SUITE, target, mirror];
  const scripts = "/usr/share/debootstrap/scripts";
  return existsSync(`${scripts}/${SUITE}`) ? args : [...args, `${scripts}/sid`];
}

async function finish(target) {
  if (!existsSync(join(target, BIN, "postgres"))) throw new Error(`No PostgreSQL in ${target}`);
  await removeTree(join(target, "var/cache/apt/archives"));
  await removeTree(join(target, "var/lib/postgresql/17"));
  // Only root may write to the /dev/shm of debootstrap; parallel index builds need shared memory there.
  await chmod(join(target, "dev/shm"), 0o1777);
  await rename(target, ROOT);
}

async function installDebootstrap(log) {
  log("installing debootstrap");
  await aptInstall(["debootstrap"]);
}

async function removeAbandonedBuilds() {
  const prefix = "pg17-trixie.building-";
  for (const name of readdirSync(cacheDir).filter((entry) => entry.startsWith(prefix))) {
    const path = join(cacheDir, name);
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER) await removeTree(path);
  }
}

/** An interrupted debootstrap can leave /proc mounted inside: unmounts first, and never crosses a mount. */
async function removeTree(path) {
  const mounts = readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((mount) => mount.startsWith(`${path}/`));
  for (const mount of mounts.reverse()) await capture("umount", [mount]);
  if (existsSync(path)) await capture("rm", ["-rf", "--one-file-system", path]);
}

function debianCodename() {
  if (!existsSync("/etc/os-release")) return undefined;
  const release = readFileSync("/etc/os-release", "utf8");
  if (!/^ID=debian$/m.test(release)) return undefined;
  return release.match(/^VERSION_CODENAME=(\S+)$/m)?.[1] ?? "sid";
}
