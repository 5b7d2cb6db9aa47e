/** One thing that must work for requests to be served. */
export interface Check {
  name: string;
  ok: boolean;
  /** What is wrong and what to do; only where something is. */
  problem?: string;
}

export interface Probe {
  name: string;
  /** Throws, with a message for an operator, if what it looks at does not work. */
  run(): Promise<unknown>;
}

const patience = 2_000;

/** Runs probes side by side; one that hangs counts as failed. */
export async function runProbes(probes: readonly Probe[], timeoutMs = patience): Promise<Check[]> {
  return Promise.all(
    probes.map(async ({ name, run }) => {
      try {
        await within(run(), timeoutMs);
        return { name, ok: true };
      } catch (error) {
        return { name, ok: false, problem: error instanceof Error ? error.message : "failed" };
      }
    }),
  );
}

async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
