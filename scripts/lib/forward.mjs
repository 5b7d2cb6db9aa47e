import { spawn } from "node:child_process";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs a program with this one's terminal, passes signals on to it, and returns its exit code. */
export function forward(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  // A terminal sends Ctrl-C to the child as well; passed on, it would be a second one.
  const relay = (signal) => (signal === "SIGINT" && process.stdin.isTTY) || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, relay);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const name of SIGNALS) process.off(name, relay);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
