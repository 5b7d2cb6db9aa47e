import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { build } from "./build-acb.js";

/** Only the bundle's text, for a question. */
export function context(caller: OperationContext, asked: InputOf<PalimpsestContract["context"]>) {
  const inputs = { ...asked, include_capsules: true, include_quarantined: false };
  return build(caller, inputs, (bundle) => ({
    acb_id: bundle.acb_id,
    prompt: bundle.prompt,
    total_tokens: bundle.total_tokens,
    omitted: bundle.omissions.reduce((sum, { count }) => sum + count, 0),
    times: bundle.provenance.times,
    withheld: bundle.withheld,
    withheld_count: bundle.withheld_count,
  }));
}
