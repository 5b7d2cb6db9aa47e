/** An error in the command line itself; the exit code is 2, as for an unknown option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
