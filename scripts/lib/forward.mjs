import { spawn } from "node:child_process";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Runs a program in this one's place: same terminal, same signals, and its exit code is returned. */
export function forward(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  // Ctrl-C in a terminal reaches the child too; a second SIGINT would look like impatience.
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
