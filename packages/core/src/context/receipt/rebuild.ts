import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { readPolicyVersion, withinClearance } from "../../policy/index.js";
import type { Receipt } from "../../receipts/index.js";
import type { Query } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { type Assembled, assemble } from "../assemble.js";
import { findMoment, type Moment } from "../gather/moment.sql.js";
import { fenceNonce } from "../pack/fence.js";

/**
 * The reader to rebuild a receipt for: trust is judged for the one it was made for, while the transaction still shows
 * only what the caller may see.
 */
export const readerOf = (who: Principal, receipt: Receipt): Principal =>
  receipt.principal_id === who.id ? who : { ...who, id: receipt.principal_id, teams: [] };

/** Builds a receipt's bundle again, at another moment or as things stand, under the present policy. */
export function rebuild(
  tx: Tx,
  { who, policy, digestKey }: OperationContext,
  receipt: Receipt,
  query: Query | undefined,
  moment: Moment,
): Promise<Assembled> {
  const nonce = fenceNonce(digestKey, receipt.acb_id);
  return assemble(tx, readerOf(who, receipt), receipt.inputs, { moment, query, policy, nonce });
}

/** Builds it as of its own moment: under the policy of that time, as far as the present one clears its channel. */
export async function rebuildThen(
  tx: Tx,
  context: OperationContext,
  receipt: Receipt,
  query: Query | undefined,
  seeWithheld = false,
): Promise<Assembled> {
  const { who, policy } = context;
  const earlier = await readPolicyVersion(tx, who.tenantId, receipt.policy_version);
  const then = { ...context, policy: earlier ? withinClearance(earlier, policy) : policy };
  const moment = await findMoment(tx, { as_of: receipt.read_at, see_withheld: seeWithheld });
  return rebuild(tx, then, receipt, query, moment);
}
