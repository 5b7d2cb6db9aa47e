import { holds } from "./invariants/evaluate-rule.js";
import { layerOf, layers, readRulesOf } from "./invariants/invariants.js";
import type { Policy } from "./policy.js";
import { ttlOf } from "./scopes.js";

/** What of a memory the policy judges, beside the channel that it is read in. */
export interface JudgedMemory {
  kind: string;
  scope: string | null;
  boundary_class: string;
  token_count: number;
  recorded_at: Date;
}

interface Reader {
  type: string;
  id: string;
}

/** Whether the age of a memory and the invariants let it be read: the same as the admission of searches, for one row. */
export function mayRead(
  policy: Pick<Policy, "scopes" | "retention" | "invariants" | "redact_policies">,
  reader: Reader,
  memory: JudgedMemory,
): boolean {
  const layer = layerOf(memory.scope);
  const ttl = ttlOf(policy);
  const seconds = ttl === undefined || ttl.exempt.includes(memory.kind) ? null : ttl[layer];
  if (seconds !== null && memory.recorded_at.getTime() <= Date.now() - seconds * 1_000) return false;
  return (readRulesOf(policy) ?? []).every(({ rule, reach }) => {
    if (reach < layers.indexOf(layer)) return true;
    return (
      rule !== undefined &&
      holds(rule, {
        ...{ operation: "read", scope: layer, kind: memory.kind, boundary_class: memory.boundary_class },
        ...{ actor_type: reader.type, actor_id: reader.id, tokens: memory.token_count },
        // What was found in it is not kept. Nothing was if it is public.
        ...(memory.boundary_class === "public" && { detected: [] }),
      })
    );
  });
}
