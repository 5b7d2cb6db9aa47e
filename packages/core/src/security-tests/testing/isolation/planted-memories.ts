import type { Viewer } from "./viewers.js";

export interface Memory {
  id: string;
  visibility: string;
  audience: string[];
  edited?: "retracted" | "quarantined" | "amended";
  capsule?: { status?: string; expires?: string; from?: string };
}

const memory = (id: string, visibility = "tenant", audience: string[] = []): Memory => ({
  id,
  visibility,
  audience,
});
const capsule = (id: string, given: Memory["capsule"] = {}, edited?: Memory["edited"]): Memory => ({
  ...memory(id, "custom", ["bob"]),
  capsule: given,
  edited,
});

/** All are ann's, with the same ids in both tenants, so that only the tenant tells them apart. */
export const memories: Memory[] = [
  memory("open"),
  memory("private", "private"),
  memory("team", "team", ["team:red"]),
  memory("custom", "custom", ["bob"]),
  { ...memory("retracted"), edited: "retracted" },
  { ...memory("quarantined"), edited: "quarantined" },
  { ...memory("amended"), edited: "amended" },
  capsule("cap_active"),
  capsule("cap_revoked", { status: "revoked" }),
  capsule("cap_over", { expires: "2020-01-01T00:00:00Z" }),
  capsule("cap_passed_on", { from: "cap_active" }),
  capsule("cap_cut_off", { from: "cap_revoked" }),
  capsule("cap_retracted", {}, "retracted"),
];

/** Memories to which the write attempts add what they lack. */
export const bare: Memory[] = [memory("bare"), capsule("bare_capsule"), memory("bare_private", "private")];

export const isDefiner = (v: Viewer) => v.as === "palimpsest_definer";
/** Tables in which the definer is not held to one tenant. */
export const definerKnows = new Set(["api_key", "audit_unsealed", "job", "tenant"]);

/** People who review see every capsule of their tenant; agents do not. */
export const governs = (v: Viewer) =>
  v.as === "palimpsest_app" && ["reviewer", "admin"].includes(v.role) && v.type === "human";

/** Who may see what in a tenant, said apart from the policies that are to enforce it. */
export function sightIn(tenant: string) {
  const here = (v: Viewer) => v.tenant === tenant;
  const addressed = (m: Memory, v: Viewer) => m.audience.some((name) => v.readers.includes(name));
  const sees = (m: Memory) => (v: Viewer) =>
    here(v) &&
    (isDefiner(v) ||
      (m.capsule !== undefined && governs(v)) ||
      m.visibility === "tenant" ||
      v.principal === "ann" ||
      (m.visibility !== "private" && addressed(m, v) && (m.capsule === undefined || open(m))));
  const open = (m: Memory): boolean =>
    (m.capsule?.status ?? "active") === "active" &&
    !m.capsule?.expires &&
    m.edited === undefined &&
    (m.capsule?.from === undefined || open(memories.find((up) => up.id === m.capsule?.from)!));
  const seesCapsule = (m: Memory) => (v: Viewer) =>
    here(v) && (isDefiner(v) || v.principal === "ann" || governs(v) || (open(m) && addressed(m, v)));
  // The definer learns of capsules whose time is over in any tenant, so as to sweep them there.
  const due = (m: Memory) => (v: Viewer) =>
    seesCapsule(m)(v) || (isDefiner(v) && m.capsule?.expires !== undefined);
  return { here, sees, seesCapsule, due };
}
