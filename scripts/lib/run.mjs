import { spawn } from "node:child_process";

/** Runs a command with inherited output; throws an error that names it if it fails. */
export async function run(command, args, options = {}) {
  const { code, signal } = await finished(start(command, args, { stdio: "inherit", ...options }));
  if (code !== 0) throw new Error(failure(command, args, code ?? signal));
}

/** Runs a command and returns its stdout; the error of a failure holds the end of its stderr. */
export async function capture(command, args, options = {}) {
  const child = start(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const { code, signal } = await finished(child);
  if (code !== 0) {
    throw new Error(`${failure(command, args, code ?? signal)}\n${(stderr || stdout).trim().slice(-2000)}`);
  }
  return stdout;
}

/** Whether the command exists and exits with 0. */
export async function succeeds(command, args, options = {}) {
  try {
    const { code } = await finished(start(command, args, { stdio: "ignore", ...options }));
    return code === 0;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EACCES") return false;
    throw error;
  }
}

/** Adds the folders of chroot and debootstrap, which a root shell opened with `su` lacks. */
function start(command, args, { env = process.env, ...options }) {
  const PATH = process.platform === "win32" ? env.PATH : `${env.PATH}:/usr/sbin:/sbin`;
  return spawn(command, args, { ...options, env: { ...env, PATH } });
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}

function failure(command, args, outcome) {
  return `${[command, ...args].join(" ")} failed (${outcome})`;
}
