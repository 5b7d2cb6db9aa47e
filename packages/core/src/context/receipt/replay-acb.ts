import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { findReceipt } from "../../receipts/index.js";
import type { OperationContext } from "../../services.js";
import { assertMayFilter } from "../../substrate/index.js";
import { keyedDigest } from "../../text/index.js";
import { queryOf } from "../build-acb.js";
import { bundleOf } from "../bundle.js";
import { rebuildThen } from "./rebuild.js";

/** Builds a bundle again as of its moment, and says whether its text is the same. */
export async function replayAcb(
  context: OperationContext,
  { acb_id, see_withheld }: InputOf<PalimpsestContract["replayAcb"]>,
) {
  const { who, digestKey } = context;
  const receipt = await context.read((tx) => findReceipt(tx, who, acb_id));
  assertMayFilter(context, { asOf: { at: receipt.read_at, seeWithheld: see_withheld } });
  const query = await queryOf(context, receipt.inputs);
  const made = await context.read((tx) => rebuildThen(tx, context, receipt, query, see_withheld));
  context.touched([acb_id]);
  const digest = keyedDigest(digestKey, made.packed.prompt);
  return { acb_id, identical: digest === receipt.digest, acb: bundleOf(acb_id, made) };
}
