const versions = new WeakMap<object, string>();

/** Notes under which policy a call failed, whatever the error is. */
export function failedUnder(version: string, error: unknown): void {
  if (error instanceof Error) versions.set(error, version);
}

/** The version of the policy under which this error arose, if it was known by then. */
export const policyVersionOf = (error: unknown): string | undefined =>
  error instanceof Error ? versions.get(error) : undefined;

const audited = new WeakSet<object>();

/** Notes that the audit log has the call that failed with this error. */
export function auditedError(error: unknown): void {
  if (error instanceof Error) audited.add(error);
}

/** Whether the audit log has the call that failed with this error: its caller was known. */
export const isAudited = (error: unknown): boolean => error instanceof Error && audited.has(error);
