/** What one check of `doctor` found. */
export interface Finding {
  check: string;
  ok: boolean;
  /** What is so. */
  says: string;
  /** How to mend it; absent when all is well. */
  mend?: string;
}

export const well = (check: string, says: string): Finding => ({ check, ok: true, says });
export const ill = (check: string, says: string, mend: string): Finding => ({ check, ok: false, says, mend });

/** Runs a check; an error that it does not expect is what it found. */
export async function examine(check: string, mend: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    return ill(check, error instanceof Error ? error.message : String(error), mend);
  }
}
