/** Someone who looks at the planted rows with plain SQL. */
export interface Viewer {
  name: string;
  as: "palimpsest_app" | "palimpsest_worker" | "palimpsest_definer";
  tenant: string;
  principal: string;
  readers: string[];
  role: string;
  type: "human" | "agent";
}

export const tenants = ["A", "B"] as const;

const viewer = (name: string, given: Partial<Viewer> = {}): Viewer => ({
  name,
  as: "palimpsest_app",
  tenant: "A",
  principal: name,
  readers: [name],
  role: "writer",
  type: "human",
  ...given,
});

/** Ann owns what is planted, in both tenants; bob and the red team are addressed by some of it, cat by nothing. */
export const ann = viewer("ann");
export const bob = viewer("bob", { readers: ["bob", "team:blue"] });
export const rex = viewer("rex", { readers: ["rex", "team:red"] });
export const cat = viewer("cat");
export const reviewer = viewer("cat as reviewer", { principal: "cat", readers: ["cat"], role: "reviewer" });
export const agentReviewer = viewer("cat as an agent that reviews", {
  principal: "cat",
  readers: ["cat"],
  role: "reviewer",
  type: "agent",
});
export const annOfB = viewer("ann of B", { tenant: "B", principal: "ann", readers: ["ann"] });
export const nobody = viewer("nobody", { tenant: "", principal: "", readers: [], role: "" });
export const tenantless = viewer("ann without a tenant", {
  tenant: "",
  principal: "ann",
  readers: ["ann", "team:red"],
});
export const definer = viewer("the definer", { as: "palimpsest_definer" });
export const definerOfNone = viewer("the definer of no tenant", {
  as: "palimpsest_definer",
  tenant: "",
  principal: "",
});

export const admin = viewer("ann as admin", { principal: "ann", readers: ["ann"], role: "admin" });
const asWorker: Partial<Viewer> = { as: "palimpsest_worker", principal: "", readers: [], role: "" };
export const worker = viewer("the worker", asWorker);
export const workerOfNone = viewer("the worker of no tenant", { ...asWorker, tenant: "" });

export const viewers = [
  ann,
  bob,
  rex,
  cat,
  reviewer,
  agentReviewer,
  admin,
  annOfB,
  nobody,
  tenantless,
  worker,
  workerOfNone,
  definer,
  definerOfNone,
];
