import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { revokedAmong } from "../../capsules/index.js";
import { hiddenByRollback } from "../../identity/index.js";
import { clearanceOf } from "../../policy/index.js";
import { findReceipt, type Receipt, type ReceiptItem, receiptItems } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { assertMayFilter } from "../../substrate/index.js";
import { keyedDigest } from "../../text/index.js";
import { type Assembled, assemble } from "../assemble.js";
import { queryOf } from "../build-acb.js";
import { fenceNonce } from "../pack/fence.js";
import { contextForm } from "../pack/render.js";
import { keptText } from "../pack/state-candidates.js";
import { type Cause, causesOf, reasonOf } from "./causes.js";
import { collectThen, readerOf, throughEyesOf } from "./rebuild.js";
import { redact } from "./redact.js";
import { clearedAmong, statesSince } from "./state.sql.js";
import { underPresentPolicy } from "./under-present-policy.js";

type Replay = OutputOf<PalimpsestContract["replayAcb"]>;

/**
 * Builds a bundle again through the eyes of the principal for whom it was built, as of its moment; says what has changed
 * since and why, and shows of it what the caller may read. What it may not read is verified by its digest.
 */
export async function replayAcb(
  context: OperationContext,
  { acb_id, see_withheld }: InputOf<PalimpsestContract["replayAcb"]>,
): Promise<Replay> {
  const { who, digestKey } = context;
  const { receipt, items } = await context.read(async (tx) => ({
    receipt: await findReceipt(tx, who, acb_id),
    items: await receiptItems(tx, who, acb_id),
  }));
  assertMayFilter(context, { asOf: { at: receipt.read_at, seeWithheld: see_withheld } });
  const own = receipt.principal_id === who.id;
  const { made, standing } = await lookAgain(context, receipt, items);
  const named = made.packed.omissions.list().flatMap(({ candidates }) => candidates);
  const clearance = clearanceOf(context.policy, receipt.inputs.channel);
  const visible = await context.read((tx) =>
    clearedAmong(tx, who, [...standing.keys(), ...named], clearance),
  );
  const mayKnow = (id: string) => own || visible.has(id) || standing.get(id)?.reason === "erased";

  const texts = new Map(textsOf(made));
  const verified = (item: ReceiptItem) =>
    texts.get(placeOf(item)) !== undefined &&
    (item.digest === null || keyedDigest(digestKey, texts.get(placeOf(item))!) === item.digest);
  const reproduced = keyedDigest(digestKey, made.packed.prompt) === receipt.digest;
  const withheldFor = (id: string) => {
    const reason = standing.get(id)?.reason;
    if (reason !== undefined && (!see_withheld || reason === "erased" || reason === "rolled_back"))
      return reason;
    if (!visible.has(id)) return "not_visible";
    return see_withheld || visible.get(id) ? null : "policy";
  };
  const present = see_withheld ? undefined : underPresentPolicy(made, context.policy);
  const shownIds = [...new Set(items.map(({ memory_id }) => memory_id))];
  const causes = shownIds.flatMap((id): Cause[] => {
    const { edits, ...since } = standing.get(id)!;
    const reason = since.reason ?? (present?.masked.has(id) ? "policy" : undefined);
    if (reason === undefined) return [];
    const memory_id = mayKnow(id) ? id : null;
    return causesOf(reason, edits).map(({ edit_id, ...cause }) => ({
      ...cause,
      memory_id,
      reason,
      edit_id: memory_id && edit_id,
    }));
  });
  if (present?.hidesTurns) {
    causes.push({ memory_id: null, cause: "policy", reason: "policy", edit_id: null, op: null });
  }
  if (receipt.erased_at !== null && !causes.some(({ cause }) => cause === "erasure")) {
    causes.push({ memory_id: null, cause: "erasure", reason: "erased", edit_id: null, op: null });
  }
  if (!reproduced && causes.length === 0) {
    const known = receipt.form === contextForm ? "other" : "version";
    const cause = receipt.state === null ? known : "state";
    causes.push({ memory_id: null, cause, reason: null, edit_id: null, op: null });
  }
  context.touched([acb_id]);
  return {
    acb_id,
    identical: reproduced && causes.length === 0,
    verified: reproduced,
    causes,
    items: items.map((item) => ({
      memory_id: mayKnow(item.memory_id) ? item.memory_id : null,
      section: item.section,
      verified: verified(item),
      withheld: withheldFor(item.memory_id),
    })),
    acb: redact(acb_id, present?.made ?? made, {
      nonce: fenceNonce(digestKey, acb_id),
      mayRead: (id) => withheldFor(id) === null,
      mayKnow,
      question: own || who.type === "human",
    }),
  };
}

/** The bundle as it was, and what has become since of each memory that it showed or shows. */
async function lookAgain(context: OperationContext, receipt: Receipt, items: ReceiptItem[]) {
  const { inputs, read_at: at, snapshot } = receipt;
  const query = await queryOf(context, inputs);
  const material = await throughEyesOf(context, receipt, (tx) => collectThen(tx, context, receipt, query));
  const made = assemble(material);
  const shown = [...made.packed.shown.values()].flat().flatMap(({ id }) => id ?? []);
  const ids = [...new Set([...items.map(({ memory_id }) => memory_id), ...shown])];
  const clearance = clearanceOf(context.policy, inputs.channel, readerOf(context.who, receipt));
  return throughEyesOf(context, receipt, async (tx) => {
    const rows = await statesSince(tx, context.who, ids, { at, snapshot, ...clearance });
    const revoked = await revokedAmong(tx, context.who, ids);
    const states = new Map(rows.map((row) => [row.id, row]));
    const hidden = await hiddenByRollback(
      tx,
      ids.filter((id) => !states.has(id)),
    );
    const includeQuarantined = inputs.include_quarantined;
    const standing = new Map(
      ids.map((id) => {
        const state = states.get(id);
        return [
          id,
          {
            reason: reasonOf(state, { isHidden: hidden.has(id), revoked, includeQuarantined }),
            edits: state?.edits ?? [],
          },
        ];
      }),
    );
    return { made, standing };
  });
}

const placeOf = ({ section, memory_id }: Pick<ReceiptItem, "section" | "memory_id">) =>
  `${section} ${memory_id}`;

/** What the bundle shows of each memory, by its place. */
const textsOf = ({ packed }: Assembled): [string, string][] =>
  [...packed.shown].flatMap(([section, there]) =>
    there.flatMap((candidate): [string, string][] =>
      candidate.id === undefined
        ? []
        : [[placeOf({ section, memory_id: candidate.id }), keptText(candidate)]],
    ),
  );
