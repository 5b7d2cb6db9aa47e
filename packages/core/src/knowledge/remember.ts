import { type InputOf, invalidField, kindOf, type PalimpsestContract } from "@palimpsest/contract";
import { learnPrepared } from "../heart/index.js";
import type { OperationContext } from "../services.js";
import {
  checkAudience,
  findSame,
  insertLinks,
  insertMemory,
  lockWords,
  type Prepared,
  placeOf,
  prepareMemory,
} from "../substrate/index.js";
import { writerOrigin } from "../work/index.js";

/** Remembering the same text twice in the same place gives the existing memory. */
export async function remember(context: OperationContext, input: Input) {
  const { who } = context;
  checkAudience(input);
  checkExpiry(input);
  const declared = kindOf(input.kind === "note" ? "chunk" : input.kind);
  const kind = declared.name;
  if (kind === "fact") checkFact(input);
  const memory = await prepareMemory(context, {
    kind,
    text: input.text,
    attributes: { ...declared.text?.parse(input.text, {}), ...input.attributes },
    origin: writerOrigin(who),
    // Facts are compared with what is learned by other ways, which names no speaker.
    speaker: kind === "fact" ? undefined : who.id,
    ...placeOf(input),
    visibility: input.visibility,
    audience: input.audience,
    importance: input.importance,
    occurredAt: input.occurred_at === undefined ? undefined : new Date(input.occurred_at),
    expiresAt: input.expires_at === undefined ? undefined : new Date(input.expires_at),
    derivedFrom: input.derived_from,
    overrideTombstone: input.override_tombstone,
  });
  if (kind === "fact") return rememberFact(context, memory);
  return context.write(async (tx) => {
    await lockWords(tx, who, memory);
    const same = await findSame(tx, who, memory);
    if (same) {
      context.touched([same.id]);
      // It is the caller's own memory, now made from these as well: edits of them reach it.
      const sources = (memory.derivedFrom ?? []).filter((id) => id !== same.id);
      if (sources.length > 0) await insertLinks(tx, who, same.id, sources, "derived_from");
      return answer(same.id, kind, same.recorded_at, "exists", memory.masked);
    }
    const recordedAt = await insertMemory(tx, who, memory);
    context.touched([memory.id]);
    return answer(memory.id, kind, recordedAt, "created", memory.masked);
  });
}

type Input = InputOf<PalimpsestContract["remember"]>;

/** What else a fact has is set by operations of its own. */
const ofFacts = ["category", "source", "confidence"];

function checkFact({ attributes = {} }: Input): void {
  const other = Object.keys(attributes).find((name) => !ofFacts.includes(name));
  if (other !== undefined) {
    throw invalidField(`attributes.${other}`, `is not taken here; a fact takes ${ofFacts.join(", ")}`);
  }
}

/** A fact that is known already is confirmed. */
function rememberFact(context: OperationContext, memory: Prepared) {
  return context.write(async (tx) => {
    const { id, status, recorded_at, isOwn } = await learnPrepared(tx, context, memory);
    const sources = (memory.derivedFrom ?? []).filter((source) => source !== id);
    if (status === "confirmed" && isOwn && sources.length > 0) {
      await insertLinks(tx, context.who, id, sources, "derived_from");
    }
    return answer(id, "fact", recorded_at, status === "created" ? "created" : "exists", memory.masked);
  });
}

function checkExpiry({ expires_at }: Input): void {
  if (expires_at !== undefined && Date.parse(expires_at) <= Date.now()) {
    throw invalidField("expires_at", "is in the past, so nobody would ever see the memory");
  }
}

const answer = (
  id: string,
  kind: string,
  recorded_at: string,
  status: "created" | "exists",
  masked: number,
) => ({
  memory_id: id,
  kind,
  recorded_at,
  status,
  masked,
});
