import type { ErrorDetail } from "@palimpsest/contract";
import { strictestFirst } from "../boundary-class.js";
import { invalidPolicy } from "../invalid-policy.js";
import { layers } from "../invariants/invariants.js";
import { isMapping, type Mapping } from "../overlay.js";

/** What whoever applies a policy must have decided: how long things are read, and what leaves. */
const required = { scopes: layers, boundary_classes: [...strictestFirst].reverse() };

/** The scopes and classes that a policy leaves out. Each may be empty: its own keys have defaults. */
export function missingSections(document: Mapping): ErrorDetail[] {
  return Object.entries(required).flatMap(([section, names]) => {
    const given = document[section];
    if (isMapping(given)) {
      const missing = names.filter((name) => !Object.hasOwn(given, name)).map((name) => `${section}.${name}`);
      return missing.map((path) => ({ path, message: `${path} is required` }));
    }
    return [{ path: section, message: `${section} is required, with ${names.join(", ")}` }];
  });
}

/**
 * Asked of a policy when it is applied, and not of one that is stored or moved: earlier releases took policies without
 * these sections, and they mean what they meant.
 */
export function assertWhole({ missing }: { missing: ErrorDetail[] }): void {
  if (missing.length > 0) throw invalidPolicy(missing);
}
