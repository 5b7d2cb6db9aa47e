import {
  type InputOf,
  invalidField,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { newId } from "../identity/index.js";
import { pageOf } from "../paging/page.js";
import { durationSeconds, type Judgement, type Tags } from "../policy/index.js";
import { writerOf } from "../principal.js";
import type { OperationContext } from "../services.js";
import { enveloped } from "../tenant/index.js";
import { keyedDigest, maskSecrets } from "../text/index.js";
import {
  countPending,
  decideEscalation,
  type EscalationRow,
  findEscalation,
  findLatest,
  insertEscalation,
  readEscalations,
} from "./escalations.sql.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

/** A text and what it is to be sent for. An answer about it holds for nothing else. */
export interface Sending {
  payload: string;
  tags: Tags;
  scope: string;
}

/** Each tag once, whatever the order in which they were asked for. */
const allowOf = ({ tags }: Sending): string[] => (tags === "every" ? ["*"] : [...new Set(tags)].sort());

const digestOf = ({ digestKey }: OperationContext, sending: Sending) =>
  keyedDigest(digestKey, `sending\n${JSON.stringify([sending.scope, allowOf(sending), sending.payload])}`);

/** What people have been asked about this caller's sending, unless their approval has expired. */
export async function findAsked(
  context: OperationContext,
  sending: Sending,
): Promise<Pick<EscalationRow, "escalation_id" | "status"> | undefined> {
  const { who, policy } = context;
  const known = await context.read((tx) =>
    findLatest(tx, who, digestOf(context, sending), policy.escalations.max_duration),
  );
  if (known) context.touched([known.escalation_id]);
  return known;
}

/**
 * Asks whether a text that was stopped may be sent all the same. Only a keyed digest of it is kept. Undefined, and nobody
 * is asked, if as many texts of the caller wait as the policy lets.
 */
export async function askPeople(
  tx: Tx,
  context: OperationContext,
  sending: Sending,
  judged: Judgement,
): Promise<string | undefined> {
  if ((await countPending(tx, context.who)) >= context.policy.escalations.max_pending) return undefined;
  const id = await insertEscalation(tx, context.who, {
    ...{ id: newId("esc"), digest: digestOf(context, sending), class: judged.class, found: judged.found },
    ...{ scope: sending.scope, allow: allowOf(sending) },
  });
  context.touched([id]);
  return id;
}

export async function listEscalations(context: OperationContext, input: Input<"listEscalations">) {
  const page = pageOf(context, "listEscalations", input);
  const rows = await context.read((tx) => readEscalations(tx, context.who, input.status, page));
  const { shown, next } = page.cut(rows, ({ created_at, escalation_id }) => [created_at, escalation_id]);
  context.touched(shown.map(({ escalation_id }) => escalation_id));
  return enveloped(context, {
    escalations: shown,
    has_more: next.next_cursor !== undefined,
    ...next,
  });
}

const usualSeconds = durationSeconds("24h");

export function approveEscalation(context: OperationContext, input: Input<"approveEscalation">) {
  const longest = context.policy.escalations.max_duration;
  const seconds =
    input.expires_in === undefined ? Math.min(usualSeconds, longest) : durationSeconds(input.expires_in);
  if (seconds > longest) {
    throw invalidField("expires_in", `is longer than the policy lets an approval hold, ${longest} seconds`);
  }
  return decide(context, input, "approved", seconds);
}

export const rejectEscalation = (context: OperationContext, input: Input<"rejectEscalation">) =>
  decide(context, input, "rejected", null);

/** The approval ends now. The same text is stopped again, and a person may be asked again. */
export const revokeEscalation = (context: OperationContext, input: Input<"revokeEscalation">) =>
  decide(context, input, "revoked", 0);

const wrongWay = {
  approved: "It was decided already, the other way.",
  rejected: "It was decided already, the other way. To end an approval, revoke it.",
  revoked: "It is not approved, so there is nothing to revoke.",
};

/** People decide, and nobody on what they want to send themselves. */
async function decide(
  context: OperationContext,
  { escalation_id, reason }: Input<"rejectEscalation">,
  status: "approved" | "rejected" | "revoked",
  seconds: number | null,
) {
  const { who } = context;
  if (who.type !== "human") {
    throw new PalimpsestError("FORBIDDEN", "Only a person decides on what was stopped.");
  }
  return context.write(async (tx) => {
    const known = await findEscalation(tx, who, escalation_id, context.policy.escalations.max_duration);
    if (!known) throw notFound("escalation", "escalation_id");
    if (known.requested_by === writerOf(who)) {
      throw new PalimpsestError("FORBIDDEN", "Nobody decides on what they want to send themselves.");
    }
    context.touched([escalation_id]);
    if (status === "approved" && known.status === status && known.is_over) {
      throw new PalimpsestError(
        "CONFLICT",
        "It was approved, and that approval has expired. Have the text validated again, and approve the new escalation.",
      );
    }
    const decision = { id: escalation_id, status, reason: maskSecrets(reason).text, seconds };
    const decided = known.status === status ? known : await decideEscalation(tx, who, decision);
    if (decided === undefined) throw new PalimpsestError("CONFLICT", wrongWay[status]);
    return enveloped(context, { escalation_id, status, expires_at: decided.expires_at });
  });
}
