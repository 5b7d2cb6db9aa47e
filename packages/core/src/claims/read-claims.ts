import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../paging/page.js";
import { type BoundaryClass, defaultPolicy } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { countAdmitted, type GraphItem, readByIds, readGraph } from "../substrate/index.js";
import { enveloped } from "../tenant/index.js";
import { readStanding } from "./active-context.sql.js";
import { contentHash } from "./content-hash.js";
import {
  claimFilter,
  confidenceNow,
  graphOf,
  masked,
  readKnown,
  shownClaim,
  shownEvidence,
} from "./read-claim.js";
import { unknownClaim } from "./send-feedback.js";
import { hintsOf } from "./upkeep/hints-of.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;
type Entity = OutputOf<PalimpsestContract["listEntities"]>["data"]["entities"][number];
type Relation = OutputOf<PalimpsestContract["listRelations"]>["data"]["relations"][number];

export async function getClaim(context: OperationContext, { claim_id }: Input<"getClaim">) {
  const { who, policy } = context;
  const { claim, hints } = await context.read(async (tx) => {
    const rows = await readByIds(tx, who, claimFilter(context), [claim_id]);
    const [found] = await readKnown(tx, context, rows, { withEvidence: true });
    if (!found) throw unknownClaim();
    return { claim: found, hints: await hintsOf(tx, context, found) };
  });
  context.touched([claim_id]);
  const { entities, relations } = graphOf(claim);
  const boundaryClass = claim.standing.boundary_class as BoundaryClass;
  return enveloped(context, {
    claim: shownClaim(policy, claim),
    content_hash: contentHash(claim.row.text),
    // It falls from moment to moment, so that more digits would never be the same twice.
    utility: Math.round((claim.use?.utility ?? 0) * 1e4) / 1e4,
    confidence: Math.round(confidenceNow(claim) * 1e6) / 1e6,
    entities: masked(policy, entities as Entity[], boundaryClass),
    relations: masked(policy, relations as Relation[], boundaryClass),
    evidences: shownEvidence(policy, claim),
    expires_at: claim.standing.expires_at,
    ...(hints && { hints }),
  });
}

export async function listEntities(context: OperationContext, input: Input<"listEntities">) {
  const { items, ...page } = await listGraph(context, "listEntities", "entities", input);
  return enveloped(context, { entities: items as Entity[], ...page });
}

export async function listRelations(context: OperationContext, input: Input<"listRelations">) {
  const { items, ...page } = await listGraph(context, "listRelations", "relations", input);
  return enveloped(context, { relations: items as Relation[], ...page });
}

async function listGraph(
  context: OperationContext,
  operation: "listEntities" | "listRelations",
  of: "entities" | "relations",
  input: Input<"listEntities"> | Input<"listRelations">,
) {
  const { who, policy } = context;
  const page = pageOf(context, operation, input);
  const { limit: _, cursor: __, ...fields } = input;
  const after = (page.after?.[0] as string | undefined) ?? "";
  const rows = await context.read((tx) =>
    readGraph(tx, who, claimFilter(context), { of, fields, after, limit: page.rows }),
  );
  const { shown, next } = page.cut(rows, ({ id }) => [id]);
  const show = ({ item, boundary_class }: GraphItem) => masked(policy, item, boundary_class as BoundaryClass);
  return { items: shown.map(show), has_more: next.next_cursor !== undefined, ...next };
}

/** The state is the tenant's: the same for everybody, also for those who may see none of its claims. */
export async function claimsState(context: OperationContext) {
  const { who, policy } = context;
  const [count, { newest, activated }] = await context.read(async (tx) => [
    await countAdmitted(tx, who, claimFilter(context)),
    await readStanding(tx),
  ]);
  const isReady = activated !== null && newest !== null && activated > newest;
  const state = isReady
    ? ("Ready" as const)
    : newest !== null
      ? ("HasClaims" as const)
      : policy.version === defaultPolicy.version
        ? ("Uninitialized" as const)
        : ("PolicyApplied" as const);
  return enveloped(context, { state, claims_count: count, policy_version: policy.version });
}
