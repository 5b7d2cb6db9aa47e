import { type InputOf, invalidField, kindOf, type PalimpsestContract } from "@palimpsest/contract";
import { learnPrepared, tellAdded } from "../heart/index.js";
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
  const declared = kindOf(kindFor(input));
  const kind = declared.name;
  checkTaken(kind, input);
  const memory = await prepareMemory(context, {
    kind,
    text: input.text,
    attributes: { ...declared.text?.parse(input.text, {}), ...input.attributes, ...endOf(kind, input) },
    origin: writerOrigin(who),
    // Facts and censors are compared with what comes in by other ways, which names no speaker.
    speaker: kind === "fact" || kind === "censor" ? undefined : who.id,
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
    if (kind === "censor") await tellAdded(tx, memory);
    context.touched([memory.id]);
    return answer(memory.id, kind, recordedAt, "created", memory.masked);
  });
}

type Input = InputOf<PalimpsestContract["remember"]>;

/** How a text begins that is of a kind by itself. */
const openings: Record<string, RegExp> = {
  censor: /^\s*(?:never|do not)\s/iu,
  procedure: /^\s*how\s+to\s/iu,
};

/** What it is, unless the caller says so. A text that the kind does not take, for instance one too long, is a note. */
function kindFor({ kind, text, attributes }: Input): string {
  if (kind !== undefined) return kind === "note" ? "chunk" : kind;
  const [opened] = Object.entries(openings).find(([, opening]) => opening.test(text)) ?? [];
  if (opened === undefined) return "chunk";
  const declared = kindOf(opened);
  const own = { ...declared.text?.parse(text, {}), ...attributes };
  return declared.attributes.safeParse(own).success ? opened : "chunk";
}

/** What else they have is set by operations of their own. */
const taken: Record<string, readonly string[]> = {
  chunk: [],
  fact: ["category", "source", "confidence"],
  censor: ["trigger_pattern", "reason", "action", "domain", "escalation_threshold"],
  episode: kindOf("episode").amendable.attributes,
  procedure: kindOf("procedure").amendable.attributes,
};

function checkTaken(kind: string, { attributes = {} }: Input): void {
  const names = taken[kind];
  const other = Object.keys(attributes).find((name) => names && !names.includes(name));
  if (other === undefined) return;
  throw invalidField(
    `attributes.${other}`,
    names?.length === 0
      ? "is not taken here; a note has no attributes"
      : `is not taken here; the kind ${kind} takes ${names?.join(", ")}`,
  );
}

/** An episode whose outcome is told is over. */
const endOf = (kind: string, { attributes, occurred_at }: Input) =>
  kind === "episode" && (attributes?.outcome ?? "ongoing") !== "ongoing"
    ? { ended_at: occurred_at ?? new Date().toISOString() }
    : {};

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
