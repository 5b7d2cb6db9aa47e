import { type InputOf, invalidField, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import { isTenantGone } from "../../db/index.js";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { endsOfChain, entriesAfter, lastOfDays } from "./chain.sql.js";
import { type Fault, faultAt, type Place, start, walk } from "./check-chain.js";
import type { SealedEntry } from "./entry-hash.js";
import { policyFault, type RecordedPolicy, recordedIn } from "./policy-fault.js";
import { placeId, prunedIn } from "./pruned.js";
import { sealTenant } from "./sealer.js";

/** Hashing this many takes some 15 ms, for which all other calls wait. */
const perBatch = 1_000;
/** How far from its place an entry is looked for. */
const near = 500;

/**
 * Writes and seals what this process holds, and what others have written. A log that cannot be sealed is read as it is:
 * the sealer tries again, and says what is wrong.
 */
export async function sealAllNow({ services, who }: OperationContext): Promise<void> {
  await services.audit.flush();
  await sealTenant(services.db, who.tenantId).catch((error: unknown) => {
    if (isTenantGone(error)) throw error;
    services.audit.sealSoon(who.tenantId);
  });
}

interface Walked {
  checked: number;
  end: Place;
  fault?: Fault;
  /** The hash at the number that an anchor names. */
  anchored?: string;
  /** When the first entry was made. */
  began?: string;
  policies: RecordedPolicy[];
  /** The places until where entries say that retention has removed the log. */
  pruned: Set<string>;
}

async function walkAll(
  { read, who }: OperationContext,
  { last, pruned }: { last: number; pruned: Place },
  anchorSeq: number,
): Promise<Walked> {
  const walked: Walked = { checked: 0, end: pruned, policies: [], pruned: new Set() };
  if (anchorSeq === pruned.seq) walked.anchored = pruned.hash;
  const batchAfter = (seq: number): Promise<SealedEntry[]> =>
    seq < last
      ? read((tx) => entriesAfter(tx, who.tenantId, seq, Math.min(perBatch, last - seq)))
      : Promise.resolve([]);
  let next = batchAfter(pruned.seq);
  for (;;) {
    const entries = await next;
    if (entries.length === 0) return walked;
    // Read while these are hashed. Who waits for it learns how it failed.
    next = batchAfter(entries.at(-1)!.seq);
    next.catch(() => undefined);
    walked.began ??= entries[0]?.at;
    walked.policies.push(...entries.flatMap(recordedIn));
    for (const place of entries.flatMap(prunedIn)) walked.pruned.add(place);
    walked.anchored ??= entries.find(({ seq }) => seq === anchorSeq)?.hash;
    const { end, broken } = walk(walked.end, entries);
    walked.checked += end.seq - walked.end.seq;
    walked.end = end;
    if (broken === undefined) continue;
    await next;
    const around = await read((tx) =>
      entriesAfter(tx, who.tenantId, Math.max(0, broken.seq - near), 2 * near),
    );
    return { ...walked, checked: walked.checked + 1, fault: faultAt(end, broken, around) };
  }
}

/**
 * Checks every entry against the one before, the last against where the sealer stands, all against an anchor, and the
 * policies against the entries that tell of them.
 */
export async function verifyAudit(
  context: OperationContext,
  { anchor_seq, anchor_hash }: InputOf<PalimpsestContract["verifyAudit"]>,
): Promise<OutputOf<PalimpsestContract["verifyAudit"]>> {
  if ((anchor_seq === undefined) !== (anchor_hash === undefined)) {
    throw invalidField("anchor_hash", "and anchor_seq belong together: give both, or neither");
  }
  await sealAllNow(context);
  const ends = await context.read((tx) => endsOfChain(tx, context.who.tenantId));
  const { head: recorded, pruned } = ends;
  if (anchor_seq !== undefined && anchor_seq < pruned.seq) {
    const first = pruned.seq + 1;
    throw invalidField("anchor_seq", `names an entry that retention has removed: the log begins at ${first}`);
  }
  const head = recorded ?? start;
  const walked = await walkAll(context, ends, anchor_seq ?? 0);
  const { checked, end, anchored, fault: found } = walked;
  const fault =
    faultWithin(found, recorded) ??
    faultAtStart(pruned, walked.pruned) ??
    faultAtEnd(recorded, end) ??
    faultAtAnchor(end, anchored, anchor_seq, anchor_hash) ??
    (await context.read((tx) => policyFault(tx, context.who.tenantId, walked.policies, walked.began)));
  return {
    valid: fault === undefined,
    checked,
    first_bad_seq: fault?.first_bad_seq ?? null,
    problem: fault?.problem ?? null,
    head,
  };
}

/** What does not fit after the end that the sealer has recorded was not written by it. */
const faultWithin = (fault: Fault | undefined, head: Place | undefined): Fault | undefined =>
  fault && head && (fault.first_bad_seq ?? 0) > head.seq ? { ...fault, problem: "added" } : fault;

/** Retention leaves an entry in the log that says until where it has removed it. */
const faultAtStart = (pruned: Place, told: Set<string>): Fault | undefined =>
  pruned.seq === 0 || told.has(placeId(pruned)) ? undefined : { first_bad_seq: 1, problem: "missing" };

/** `end` is that of the entries, `head` the one that the sealer has recorded. */
function faultAtEnd(head: Place | undefined, end: Place): Fault | undefined {
  if (head === undefined)
    return end.seq > 0 ? { first_bad_seq: end.seq, problem: "head_missing" } : undefined;
  if (end.seq < head.seq) return { first_bad_seq: end.seq + 1, problem: "truncated" };
  if (end.seq > head.seq) return { first_bad_seq: head.seq + 1, problem: "head_behind" };
  if (end.hash !== head.hash) return { first_bad_seq: end.seq, problem: "altered" };
  return undefined;
}

function faultAtAnchor(
  end: Place,
  anchored: string | undefined,
  seq: number | undefined,
  hash: string | undefined,
): Fault | undefined {
  if (seq === undefined || anchored === hash) return undefined;
  if (seq > end.seq) return { first_bad_seq: end.seq + 1, problem: "truncated" };
  return { first_bad_seq: seq, problem: "altered" };
}

/** The end of the chain on each day, to be kept where nobody can change it together with the log. */
export async function listAuditAnchors(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listAuditAnchors"]>,
): Promise<OutputOf<PalimpsestContract["listAuditAnchors"]>> {
  const { after, rows, cut } = pageOf(context, "listAuditAnchors", input);
  await sealAllNow(context);
  const before = (after?.[0] as string | undefined) ?? null;
  const found = await context.read((tx) => lastOfDays(tx, context.who.tenantId, before, rows));
  const { shown, next } = cut(found, ({ day }) => [day]);
  return { anchors: shown, ...next };
}
