import { type InputOf, limits, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import { resume, suspend } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { assertText, maskSecrets } from "../../text/index.js";

type Standing = OutputOf<PalimpsestContract["suspendPrincipal"]>;

export function suspendPrincipal(
  context: OperationContext,
  { principal_id, reason }: InputOf<PalimpsestContract["suspendPrincipal"]>,
): Promise<Standing> {
  assertText("reason", reason, { maxChars: limits.reasonChars });
  const why = maskSecrets(reason).text;
  return context.write(async (tx) => {
    const row = await suspend(tx, context.who, principal_id, why);
    context.actsFor(`${row.type}:${row.principal_id}`);
    return row;
  });
}

export function resumePrincipal(
  context: OperationContext,
  { principal_id }: InputOf<PalimpsestContract["resumePrincipal"]>,
): Promise<Standing> {
  return context.write(async (tx) => {
    const row = await resume(tx, context.who, principal_id);
    context.actsFor(`${row.type}:${row.principal_id}`);
    return row;
  });
}
