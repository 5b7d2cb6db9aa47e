/** Resolves when the process is asked to end. A second request does not wait. */
export const toldToStop = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let told = false;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => {
        // A terminal that closes says so twice: the kernel does and the shell does.
        if (told && signal !== "SIGHUP") process.exit(130);
        told = true;
        resolve(signal);
      });
    }
  });
