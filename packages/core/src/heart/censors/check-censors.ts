import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { thresholdsOf } from "../../models/index.js";
import { type DomainEvent, emitEvents } from "../../outbox/index.js";
import type { OperationContext, Services } from "../../services.js";
import {
  type CensorSignal,
  countActivations,
  type Filter,
  type MemoryRow,
  ownSpaceId,
  type Pattern,
  readByIds,
  readPatterns,
  type SpaceVector,
  setEscalation,
  type Trust,
  vectorBytes,
} from "../../substrate/index.js";
import { modeOf } from "../search.js";
import { censorTrust } from "./censor-trust.js";
import { foldPattern, foldText } from "./contains.js";
import { limitMatches } from "./limit-matches.js";
import {
  type Action,
  actingCensors,
  censorFields,
  censorsInForce,
  isStronger,
  storedAction,
} from "./read-censor.js";

type Input = InputOf<PalimpsestContract["checkCensors"]>;

interface Match {
  id: string;
  score: number;
  matched_by: "containment" | "meaning";
}

/**
 * Checks a text against all censors that act on the caller, counts those that match, and lets them escalate. Those that
 * the policy hides from the caller act as well; the answer tells only how many they are.
 */
export async function checkCensors(context: OperationContext, { text, domain }: Input) {
  const { who, policy, services } = context;
  const folded = foldText(text);
  const vector = folded === "" ? undefined : await vectorOf(services, text);
  const readable = censorsInForce(policy, domain);
  const acting = actingCensors(readable);
  const { censor: threshold } = thresholdsOf(services.embedder.id);
  return context.write(async (tx) => {
    const near = vector && { vector, above: threshold, kept: services.keptVectors };
    const patterns = folded === "" ? [] : await readPatterns(tx, who, acting, near);
    const found = patterns.flatMap((each) => matchOf(each, folded, threshold) ?? []);
    const { counting, told } = await limitMatches(tx, context, acting, found);
    const all = counting.length > 0 ? await counted(tx, context, acting, counting, text) : [];
    const ids = all.map(({ id }) => id);
    context.touched(ids);
    const shown = new Set(
      all.length > 0 ? (await readByIds(tx, who, readable, ids)).map(({ id }) => id) : [],
    );
    const matches = all.filter(({ id }) => shown.has(id));
    const action = all[0]?.action ?? ("none" as const);
    const allowed = action === "none" || action === "warn";
    return {
      ...{ matches, action, allowed, mode: modeOf(vector !== undefined || folded === "") },
      ...(matches.length < all.length && { withheld_count: all.length - matches.length }),
      ...told,
    };
  });
}

/** Both ways are always tried; what the text contains needs no meaning. */
export function matchOf(
  { id, pattern, cosine }: Pattern,
  text: string,
  threshold: number,
): Match | undefined {
  const part = foldPattern(pattern);
  if (part !== "" && text.includes(part)) return { id, score: 1, matched_by: "containment" };
  return cosine !== null && cosine > threshold ? { id, score: cosine, matched_by: "meaning" } : undefined;
}

/** The text is compared with what was stored as a text, so it is embedded like one. */
export async function vectorOf(services: Services, text: string): Promise<SpaceVector | undefined> {
  try {
    const [values] = await services.embedder.embed([text], { interactive: true });
    return {
      spaceId: await ownSpaceId(services),
      dims: values!.length,
      bytes: vectorBytes(values!),
    };
  } catch (error) {
    if (error instanceof PalimpsestError && error.code === "MODEL_UNAVAILABLE") return undefined;
    throw error;
  }
}

async function counted(tx: Tx, context: OperationContext, acting: Filter, found: Match[], text: string) {
  const { who } = context;
  const byId = new Map(found.map((match) => [match.id, match]));
  const signals = await countActivations(tx, who, [...byId.keys()]);
  // Read after they were locked, so that an edit which was decided meanwhile holds.
  const rows = await readByIds(tx, who, acting, [...byId.keys()]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const trustIn = await censorTrust(tx, context, rows);
  const events: DomainEvent[] = [];
  const escalated: string[] = [];
  const matches = signals.flatMap((signal) => {
    const row = rowOf.get(signal.id);
    if (row === undefined) return [];
    const told = { memoryId: row.id, kind: "censor" };
    events.push({ type: "censor_triggered", ...told, data: { matched_text: text } });
    const was = storedAction(row, signal);
    const rises = escalates(row, was, signal);
    if (rises) {
      escalated.push(row.id);
      events.push({ type: "censor_escalated", ...told, data: { old: was, new: "block" } });
    }
    const trust = trustIn(row);
    const action = reported(rises ? "block" : was, trust, signal);
    return [{ ...censorFields(row), action, trust, ...byId.get(row.id)! }];
  });
  if (escalated.length > 0) await setEscalation(tx, who, escalated, "block", "rise");
  await emitEvents(tx, events);
  return matches.sort(
    (a, b) =>
      Number(isStronger(b.action, a.action)) - Number(isStronger(a.action, b.action)) ||
      b.score - a.score ||
      (a.id < b.id ? -1 : 1),
  );
}

/** What another agent wrote, and a block whose matches were mostly wrong, may warn and not stop anybody. */
export const reported = (action: Action, trust: Trust, signal: CensorSignal | undefined): Action =>
  trust === "untrusted" || (action === "block" && isMostlyWrong(signal)) ? "warn" : action;

const isMostlyWrong = (signal: CensorSignal | undefined): boolean =>
  signal !== undefined && 2 * signal.false_positives > signal.activations;

/** A warning becomes a block; what was raised by hand or by an edit stays as it is. */
function escalates({ attributes }: MemoryRow, action: Action, signal: CensorSignal): boolean {
  if (action !== "warn" || isMostlyWrong(signal)) return false;
  return signal.activations - signal.settled_at_activations >= (attributes.escalation_threshold as number);
}
