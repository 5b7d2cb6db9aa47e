import { invalidField } from "@palimpsest/contract";
import { holdsSecret } from "../../text/index.js";

/** Names are stored unmasked so that they can be matched; a name that looks like a secret is refused. */
export function assertPlainNames(names: Record<string, string | readonly string[] | undefined>): void {
  for (const [path, value] of Object.entries(names)) {
    const all = typeof value === "string" ? [value] : (value ?? []);
    if (!all.some(holdsSecret)) continue;
    throw invalidField(
      path,
      "looks like a password, key or token, and names are stored as they are; use another name",
    );
  }
}
