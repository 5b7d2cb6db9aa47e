type Substrate = typeof import("../../packages/core/dist/substrate/index.js");
type Identity = typeof import("../../packages/core/dist/identity/index.js");
type Tenant = typeof import("../../packages/core/dist/tenant/index.js");
type Plan = typeof import("../../packages/core/dist/governance/apply/analyse-plan.js");
type ApplyPlan = typeof import("../../packages/core/dist/governance/apply/apply-plan.js");
type PrepareCapsule = typeof import("../../packages/core/dist/capsules/write/prepare-capsule.js");
type WriteCapsule = typeof import("../../packages/core/dist/capsules/write/write-capsule.sql.js");

const fromSource = import.meta.url.endsWith(".ts");
const folder = new URL(
  fromSource ? "../../packages/core/src/" : "../../../packages/core/dist/",
  import.meta.url,
);
const part = <T>(name: string): Promise<T> =>
  import(new URL(`${name}.${fromSource ? "ts" : "js"}`, folder).href);

/** The product's own inner functions: what fills a store by the thousand must write what a single call writes. */
export const coreParts = async () => ({
  ...(await part<Substrate>("substrate/index")),
  ...(await part<Identity>("identity/index")),
  ...(await part<Tenant>("tenant/index")),
  ...(await part<Plan>("governance/apply/analyse-plan")),
  ...(await part<ApplyPlan>("governance/apply/apply-plan")),
  ...(await part<PrepareCapsule>("capsules/write/prepare-capsule")),
  ...(await part<WriteCapsule>("capsules/write/write-capsule.sql")),
});

export type CoreParts = Awaited<ReturnType<typeof coreParts>>;
