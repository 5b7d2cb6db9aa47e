const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm repeats the Ctrl-C that the terminal has sent already: signals this close together are one request. */
const sameRequestMs = 500;

/** Resolves when the process is asked to stop. A second request ends it at once. */
export function shutdownSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      firstAt ??= performance.now();
      // A terminal that closes sends SIGHUP twice: once from the kernel, once from the shell.
      if (signal !== "SIGHUP" && performance.now() - firstAt > sameRequestMs) process.exit(130);
      resolve(signal);
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
