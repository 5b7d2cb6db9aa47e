import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { checkPatch } from "../check-patch.js";
import { type Preview, previewOf } from "../read/preview.js";
import { findTarget } from "../read/target.js";
import { patchForKind } from "./patch-for-kind.js";

export async function previewEdit(
  context: OperationContext,
  { target_type, target_id, op, patch }: InputOf<PalimpsestContract["previewEdit"]>,
): Promise<Preview> {
  const checked = checkPatch(context.policy, op, patch);
  return context.read(async (tx) => {
    const target = await findTarget(tx, context.who, target_id, target_type, op);
    context.touched([target.id]);
    const fitted = patchForKind(checked, target, context.policy.limits.text_characters);
    return previewOf(tx, context, target, { op, patch: fitted, own: true, twins: "take" });
  });
}
