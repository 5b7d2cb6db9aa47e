import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { readPolicyVersion } from "../../policy/index.js";
import type { Receipt } from "../../receipts/index.js";
import type { Query } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { collect, type Material } from "../assemble.js";
import type { Moment } from "../gather/moment.sql.js";
import { fenceNonce } from "../pack/fence.js";

/** The principal for whom a receipt's bundle was built, with the teams that it had then. */
export function readerOf(who: Principal, { principal_id: id, reader }: Receipt): Principal {
  const own = id === who.id;
  return { ...who, id, type: reader?.type ?? who.type, teams: reader?.teams ?? (own ? who.teams : []) };
}

/** What a receipt's bundle is made from at another moment or as things stand, under the present policy. */
export function collectAgain(
  tx: Tx,
  { who, policy, digestKey }: OperationContext,
  receipt: Receipt,
  query: Query | undefined,
  moment: Moment,
  leftOut: string[] = [],
): Promise<Material> {
  const nonce = fenceNonce(digestKey, receipt.acb_id);
  const { tokens, in_mind = [] } = receipt.state ?? {};
  const state = { lines: [], inMind: in_mind.map((id) => ({ id })), tokens };
  return collect(tx, readerOf(who, receipt), receipt.inputs, {
    moment,
    query,
    policy,
    nonce,
    state,
    leftOut,
  });
}

/** Reads as the principal for whom a bundle was built could read now. */
export function asReaderOf<T>(
  context: OperationContext,
  receipt: Receipt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { services, who } = context;
  if (receipt.principal_id === who.id) return context.read(work);
  const reader: Principal = { ...readerOf(who, receipt), role: "reader", permissions: new Set() };
  return services.db.transaction(reader, work, { readOnly: true, snapshot: true });
}

/**
 * Reads as the principal for whom a bundle was built could, and sees also what edits have hidden and which capsules have
 * been closed since. This is more than the caller may see: what comes of it is compared by digests, and shown only as
 * far as the caller may read it.
 */
export function throughEyesOf<T>(
  { services, who }: OperationContext,
  receipt: Receipt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const eyes: Principal = {
    ...readerOf(who, receipt),
    type: "service",
    role: "reviewer",
    permissions: new Set(),
  };
  return services.db.transaction(eyes, work, { readOnly: true, snapshot: true });
}

/** The same as of its own moment, from what was committed then and under the policy of that time. */
export async function collectThen(
  tx: Tx,
  context: OperationContext,
  receipt: Receipt,
  query: Query | undefined,
): Promise<Material> {
  const earlier = await readPolicyVersion(tx, context.who.tenantId, receipt.policy_version);
  return collectAgain(
    tx,
    { ...context, policy: earlier ?? context.policy },
    receipt,
    query,
    momentOf(receipt),
  );
}

/** The moment of a receipt. A bundle of the past had left out what was withheld when it was built. */
function momentOf({ read_at: at, snapshot, created_at, last_edit_at: lastEditAt, inputs }: Receipt): Moment {
  const past = inputs.as_of !== undefined && Date.parse(inputs.as_of) < created_at.getTime();
  const since = past
    ? { seeWithheld: inputs.see_withheld, seenAt: created_at.toISOString() }
    : { seeWithheld: true };
  const seen = snapshot ?? undefined;
  return { at, snapshot: seen, asOf: { at, snapshot: seen, ...since }, lastEditAt };
}
