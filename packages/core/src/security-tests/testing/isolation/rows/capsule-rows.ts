import { governs, isDefiner, memories } from "../planted-memories.js";
import type { Viewer } from "../viewers.js";
import type { Planted, Planter } from "./planter.js";

/** What belongs to each memory that is a capsule. */
export function capsuleRows({ plant, here, seesCapsule, due }: Planter): Planted[] {
  return memories
    .filter((m) => m.capsule)
    .flatMap((m) => {
      const of = { capsule_id: m.id };
      const expires_at = m.capsule!.expires ?? "2199-01-01T00:00:00Z";
      const author = (v: Viewer) => here(v) && (v.principal === "ann" || governs(v) || isDefiner(v));
      return [
        plant(
          "capsule",
          ["memory_id"],
          {
            memory_id: m.id,
            author_id: "ann",
            audience: m.audience,
            subject_type: "user",
            subject_id: "jack",
            closed_by_edit: m.edited !== undefined,
            ttl_days: 7,
            item_count: 1,
            expires_at,
            status: m.capsule!.status ?? "active",
            forwarded_from: m.capsule!.from ?? null,
          },
          due(m),
        ),
        plant(
          "capsule_item",
          ["capsule_id"],
          { ...of, position: 0, item_type: "memory", item_id: "open" },
          seesCapsule(m),
        ),
        plant(
          "capsule_audience",
          ["capsule_id", "agent_id"],
          { ...of, agent_id: "bob", expires_at, forwarded: m.capsule!.from !== undefined },
          (v) => here(v) && (isDefiner(v) || v.readers.includes("bob")),
        ),
        plant(
          "capsule_access",
          ["capsule_id", "agent_id"],
          { ...of, agent_id: "bob", access_count: 1 },
          (v) => author(v) || (here(v) && v.principal === "bob"),
        ),
      ];
    });
}
