/** The result of one check of `doctor`. */
export interface Finding {
  check: string;
  ok: boolean;
  message: string;
  /** How to fix the problem; absent if the check passed. */
  fix?: string;
}

export const pass = (check: string, message: string): Finding => ({ check, ok: true, message });
export const fail = (check: string, message: string, fix: string): Finding => ({
  check,
  ok: false,
  message,
  fix,
});

/** Runs a check. If it throws, the check has failed with that error's message. */
export async function runCheck(check: string, fix: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run();
  } catch (error) {
    return fail(check, error instanceof Error ? error.message : String(error), fix);
  }
}
