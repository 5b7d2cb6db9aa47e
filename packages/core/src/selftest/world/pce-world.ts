import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";

/** A claim with what it is about, and an activation in which it is. */
export interface ClaimWorld {
  claim: string;
  entity: string;
  otherEntity: string;
  relation: string;
  activeContext: string;
}

/** What the pce tools have made in a tenant. */
export interface PceWorld extends ClaimWorld {
  escalation: string;
  escalationToReject: string;
  escalationToRevoke: string;
  erasure: string;
  erasureToApprove: string;
  erasureToCancel: string;
}

type Call = <N extends OperationName>(
  who: Principal,
  operation: N,
  input: object,
) => Promise<OutputOf<PalimpsestContract[N]>>;

export async function fillPce(
  call: Call,
  { boss, bot, name, text }: { boss: Principal; bot: Principal; name: string; text: string },
): Promise<PceWorld> {
  const stop = async (address: string) => {
    const input = { payload: `${text} ${address}`, allow: ["answer:task"] };
    return (await call(bot, "validateBoundary", input)).data.reason.split(" ").at(-1)!;
  };
  const approve = async (escalation_id: string) => {
    await call(boss, "approveEscalation", { escalation_id, reason: "it is fine" });
    return escalation_id;
  };
  const ask = async (subject_id: string) => {
    const about = { subject_type: "guest", subject_id };
    await call(boss, "remember", { text: `${text}, said of a guest`, ...about });
    return (await call(boss, "requestErasure", { ...about, reason: "asked for" })).erasure_id;
  };
  return {
    ...(await fillClaims(call, boss, { name, text, scope: "project" })),
    ...{ escalation: await stop("a@example.org"), escalationToReject: await stop("b@example.org") },
    escalationToRevoke: await approve(await stop("c@example.org")),
    ...{ erasure: await ask("guest-1"), erasureToApprove: await ask("guest-2") },
    erasureToCancel: await ask("guest-3"),
  };
}

export async function fillClaims(
  call: Call,
  who: Principal,
  { name, text, scope }: { name: string; text: string; scope: "project" | "session" },
): Promise<ClaimWorld> {
  const [entity, otherEntity, relation] = [`entity-${name}`, `pond-${name}`, `relation-${name}`];
  const { data: claim } = await call(who, "upsertClaim", {
    ...{ text: `${text}, it is claimed`, scope },
    provenance: { at: "2026-01-01T00:00:00Z", actor: text, note: text },
    entities: [
      { id: entity, type: "Actor", name: text },
      { id: otherEntity, type: "Concept", name: text },
    ],
    relations: [{ id: relation, src_id: entity, dst_id: otherEntity, type: text }],
  });
  const { data: active } = await call(who, "activateClaims", { q: text });
  return { claim: claim.id, entity, otherEntity, relation, activeContext: active.active_context_id };
}
