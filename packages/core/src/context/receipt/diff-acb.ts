import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { clearanceOf } from "../../policy/index.js";
import { findReceipt, type OmissionReason, receiptItems } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { assemble } from "../assemble.js";
import { queryOf } from "../build-acb.js";
import { findMoment } from "../gather/moment.sql.js";
import { type Difference, omissionWords, summarise } from "./diff-summary.js";
import { asReaderOf, collectAgain } from "./rebuild.js";
import { type StateRow, statesSince } from "./state.sql.js";
import { compareViews, type View, viewOf, viewOfReceipt, viewWithin } from "./view.js";

/** What the bundle would hold if it were built now for the same principal, and why that differs. */
export async function diffAcb(context: OperationContext, { acb_id }: InputOf<PalimpsestContract["diffAcb"]>) {
  const { who } = context;
  const { receipt, items } = await context.read(async (tx) => ({
    receipt: await findReceipt(tx, who, acb_id),
    items: await receiptItems(tx, who, acb_id),
  }));
  const query = await queryOf(context, receipt.inputs);
  const material = await asReaderOf(context, receipt, async (tx) =>
    collectAgain(tx, context, receipt, query, await findMoment(tx)),
  );
  const made = assemble(material);
  const views = [viewOfReceipt(items, receipt.omissions), viewOf(made)] as const;
  const ids = [...new Set(views.flatMap(({ shown, omitted }) => [...shown.keys(), ...omitted.keys()]))];
  const states = await context.read(async (tx) => {
    const rows = await statesSince(tx, who, ids, {
      at: receipt.read_at,
      snapshot: receipt.snapshot,
      ...clearanceOf(context.policy, receipt.inputs.channel),
    });
    return new Map(rows.map((row) => [row.id, row]));
  });
  // Of another principal's bundle the caller is told only of memories that it may see itself.
  const own = receipt.principal_id === who.id;
  const [before, after] = views.map((view) => viewWithin(view, (id) => own || states.has(id))) as [
    View,
    View,
  ];
  context.touched([acb_id]);

  const { left, entered, stayed } = compareViews(before, after);
  const told = {
    entered: entered.map((id): Difference => {
      return {
        memory_id: id,
        section: after.shown.get(id)!,
        why: whyEntered(states.get(id), before.omitted.has(id)),
      };
    }),
    left: left.map((id): Difference => {
      const section = before.shown.get(id)!;
      return { memory_id: id, section, why: whyLeft(states.get(id), section, after.omitted.get(id)) };
    }),
    changed: stayed.flatMap((id): Difference[] => {
      const state = states.get(id);
      if (!state?.changed) return [];
      return [{ memory_id: id, section: after.shown.get(id)!, why: "amended" }];
    }),
  };
  return { acb_id, summary: summarise(told, { own }), ...told };
}

function whyLeft(state: StateRow | undefined, section: string, omitted: OmissionReason | undefined): string {
  if (!state) return "no longer yours to see";
  if (state.retracted) return "retracted";
  if (state.quarantined) return "quarantined";
  if (state.blocked) return "blocked in this channel";
  if (!state.cleared) return "not cleared for this channel";
  if (!state.heard) return "said in a channel that this one does not read";
  if (state.expired) return "expired";
  if (state.status === "done" || state.status === "superseded") return state.status;
  if (omitted) return omissionWords[omitted];
  if (section === "recent_window") return "followed by newer turns";
  if (section === "capsules") return "of a capsule no longer open";
  return "outranked by others";
}

function whyEntered(state: StateRow | undefined, wasOmitted: boolean): string {
  if (state?.fresh) return "new since then";
  if (state && state.edits.length > 0) return "edited since then";
  return wasOmitted ? "with room for it now" : "ranked higher now";
}
