/** The command line itself is wrong: exit code 2, as for an unknown option. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
