import {
  attributeLines,
  type InputOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { readersOf, type Tx } from "../../db/index.js";
import { liveArtifacts } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { clearanceOf } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { insertMemory, liveKinds } from "../../substrate/index.js";
import { type CapsuleRow, isOpen } from "../capsule-row.js";
import { capsuleItemIds, findCapsule, ownClearance } from "../read/read-capsule.sql.js";
import type { Item } from "./check-items.js";
import { daysOpen } from "./days-open.js";
import { prepareCapsule } from "./prepare-capsule.js";
import { expiryOf, insertCapsule } from "./write-capsule.sql.js";

/** How often a capsule may be passed on. */
const maxHops = 16;

/** Makes a capsule of the caller's own from what the caller can see of the given one. */
export async function forwardCapsule(
  context: OperationContext,
  input: InputOf<PalimpsestContract["forwardCapsule"]>,
) {
  const { who, policy } = context;
  const given = await context.read((tx) => forwardable(tx, context, input.capsule_id));
  const memory = await prepareCapsule(context, {
    scope: given.scope,
    subjectType: given.subject_type,
    subjectId: given.subject_id,
    projectId: given.project_id ?? undefined,
    audience: input.audience_agent_ids,
    risks: attributeLines(given.attributes, "risks"),
  });
  context.touched([given.capsule_id]);
  return context.write(async (tx) => {
    const parent = await forwardable(tx, context, input.capsule_id);
    const items = await stillSeen(tx, who, parent.capsule_id);
    if (items.length === 0) throw notFound("capsule");
    const ttlDays = daysOpen(policy, input.ttl_days, parent.ttl_days);
    const expiresAt = await expiryOf(tx, ttlDays, parent.expires_at);
    await insertMemory(tx, who, { ...memory, expiresAt });
    await insertCapsule(tx, who, {
      id: memory.id,
      ttlDays,
      forward: true,
      forwardedFrom: parent.capsule_id,
      hops: parent.hops + 1,
      expiresAt,
      subjectType: parent.subject_type,
      subjectId: parent.subject_id,
      audience: input.audience_agent_ids,
      items,
    });
    context.touched([memory.id]);
    return {
      capsule_id: memory.id,
      forwarded_from: parent.capsule_id,
      status: "active" as const,
      expires_at: expiresAt.toISOString(),
      item_count: items.length,
    };
  });
}

async function forwardable(tx: Tx, { who, policy }: OperationContext, id: string): Promise<CapsuleRow> {
  const row = await findCapsule(tx, who, id, clearanceOf(policy, undefined), ownClearance(policy));
  if (row === undefined || !isOpen(row)) throw notFound("capsule");
  if (!row.audience.some((reader) => readersOf(who).includes(reader))) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Forwarding is for its audience; its author makes another capsule.",
    );
  }
  if (!row.forward) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Its author does not allow forwarding; ask for a capsule made with forward set to true.",
    );
  }
  if (row.hops >= maxHops) {
    throw new PalimpsestError(
      "FORBIDDEN",
      `It was forwarded ${maxHops} times already; ask its first author for a new one.`,
    );
  }
  return row;
}

async function stillSeen(tx: Tx, who: Principal, capsuleId: string): Promise<Item[]> {
  const held = await capsuleItemIds(tx, who, capsuleId);
  const ids = (type: string) =>
    held.filter(({ item_type }) => item_type === type).map(({ item_id }) => item_id);
  const memories = await liveKinds(tx, who, ids("memory"));
  const artifacts = await liveArtifacts(tx, who, ids("artifact"));
  return held
    .filter(({ item_type, item_id }) => (item_type === "memory" ? memories : artifacts).has(item_id))
    .map(({ item_type, item_id }) => ({ type: item_type, id: item_id }));
}
