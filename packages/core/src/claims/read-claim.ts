import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { confidenceOf } from "../heart/index.js";
import {
  askedTags,
  type BoundaryClass,
  classesFor,
  isOpenTo,
  type Layer,
  maskOf,
  type Policy,
} from "../policy/index.js";
import type { OperationContext } from "../services.js";
import {
  type ClaimGraph,
  type EvidenceRow,
  type Filter,
  filterOf,
  type MemoryRow,
  readEvidence,
  readStandings,
  readUsefulness,
  type Standing,
  type Usefulness,
} from "../substrate/index.js";
import { scopesOf, shownScope } from "./scopes.js";
import type { Known } from "./score.js";

type ClaimKind = "fact" | "preference" | "task" | "policy_hint";

interface Provenance {
  at: string;
  actor?: string;
  git?: { commit?: string; repo?: string; url?: string; files?: string[] };
  url?: string;
  note?: string;
}

export interface ClaimAttributes extends ClaimGraph {
  kind: ClaimKind;
  provenance: Provenance;
}

/** Facts that did not come as claims have none. */
const claimOf = (attributes: Attributes) => attributes.claim as ClaimAttributes | undefined;

/** What a claim is about, each as it was given last. */
export function graphOf({ row, evidence }: KnownClaim): Required<ClaimGraph> {
  const given = [claimOf(row.attributes) ?? {}, ...evidence.map(({ graph }) => graph)];
  const latest = (of: keyof ClaimGraph) => {
    const items = given.flatMap((graph) => (graph[of] ?? []) as { id: string }[]);
    return [...new Map(items.map((item) => [item.id, item])).values()];
  };
  return { entities: latest("entities"), relations: latest("relations") };
}

export const kindOfClaim = (attributes: Attributes): ClaimKind => claimOf(attributes)?.kind ?? "fact";

/**
 * The claims that a caller may read: facts in force, as in the private channel, of the classes that are open to one of
 * the tags asked for, or granted if none is asked for.
 */
export function claimFilter(
  { who, policy }: OperationContext,
  { scope, allow }: { scope?: readonly Layer[]; allow?: readonly string[] } = {},
): Filter {
  const tags = askedTags(who, allow);
  const open = classesFor(policy, "private").filter((name) =>
    isOpenTo(policy.boundary_classes[name].allow, tags),
  );
  return {
    ...filterOf(policy, ["fact"], { channel: "private" }),
    ...{ statuses: ["active"], classes: open, scopes: scopesOf(scope) },
  };
}

/** A claim with what counters and links say about it. */
export interface KnownClaim {
  row: MemoryRow;
  standing: Standing;
  use: Usefulness | undefined;
  evidence: EvidenceRow[];
}

export async function readKnown(
  tx: Tx,
  { who }: OperationContext,
  rows: MemoryRow[],
  { withEvidence = false } = {},
): Promise<KnownClaim[]> {
  const ids = rows.map(({ id }) => id);
  const standings = await readStandings(tx, who, ids);
  const uses = await readUsefulness(tx, who, ids);
  const evidence = withEvidence ? await readEvidence(tx, who, ids) : [];
  return rows.flatMap((row) => {
    const standing = standings.get(row.id);
    const own = evidence.filter(({ memory_id }) => memory_id === row.id);
    return standing ? [{ row, standing, use: uses.get(row.id), evidence: own }] : [];
  });
}

export const confidenceNow = ({ row, standing, use }: KnownClaim): number =>
  use?.confidence ?? confidenceOf(row.attributes, standing);

/** What its score needs, at a moment. */
export function knownOf(claim: KnownClaim, now: number): Known {
  const { row, standing, use } = claim;
  const provenance = claimOf(row.attributes)?.provenance;
  const since = Math.max(Date.parse(standing.recorded_at), use?.helped_at?.getTime() ?? 0);
  const says = (is: unknown) => (is ? 0.2 : 0);
  return {
    kind: kindOfClaim(row.attributes),
    utility: use?.utility ?? 0,
    confidence: confidenceNow(claim),
    quality:
      0.4 +
      says(provenance?.actor) +
      says(provenance?.git?.commit ?? provenance?.url) +
      says(row.origin === "human"),
    ageDays: (now - since) / 86_400_000,
  };
}

export const shownClaim = (policy: Policy, { row, standing }: KnownClaim) => {
  const boundary_class = standing.boundary_class as BoundaryClass;
  return {
    id: row.id,
    text: maskOf(policy, row.text, boundary_class),
    kind: kindOfClaim(row.attributes),
    scope: shownScope(row.scope),
    boundary_class,
    created_at: standing.recorded_at,
    updated_at: standing.updated_at,
  };
};

/** Where it comes from, as it was stored first. Facts that did not come as claims say nothing of it. */
export const provenanceOf = (policy: Policy, { row, standing }: KnownClaim) => ({
  claim_id: row.id,
  ...masked(policy, claimOf(row.attributes)?.provenance, standing.boundary_class as BoundaryClass),
});

/** Where a claim comes from: what it was stored with, then what was added. */
export function shownEvidence(policy: Policy, { row, standing, evidence }: KnownClaim) {
  const first = claimOf(row.attributes)?.provenance;
  const all = [
    ...(first ? [{ id: row.id.replace(/^[a-z]+_/, "evi_"), provenance: first }] : []),
    ...evidence.map(({ evidence_id: id, provenance }) => ({
      id,
      provenance: provenance as never as Provenance,
    })),
  ];
  const mask = (text: string) => maskOf(policy, text, standing.boundary_class as BoundaryClass);
  return all.map(({ id, provenance: { at, actor, git, url, note } }) => {
    const [source_type, source_id] = git?.commit
      ? ["git", git.commit]
      : url
        ? ["url", url]
        : actor
          ? ["actor", actor]
          : ["note", undefined];
    return {
      ...{ id, source_type, at },
      ...(source_id !== undefined && { source_id: mask(source_id) }),
      ...(note !== undefined && { snippet: mask(note) }),
    };
  });
}

/** A value with what its class masks masked in every text of it, names of fields and ids too. */
export function masked<T>(policy: Policy, value: T, boundaryClass: BoundaryClass): T {
  const mask = (inner: unknown): unknown => {
    if (typeof inner === "string") return maskOf(policy, inner, boundaryClass);
    if (Array.isArray(inner)) return inner.map(mask);
    if (inner === null || typeof inner !== "object") return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, part]) => [maskOf(policy, name, boundaryClass), mask(part)]),
    );
  };
  return mask(value) as T;
}
