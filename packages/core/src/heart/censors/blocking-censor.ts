import { thresholdsOf } from "../../models/index.js";
import type { OperationContext } from "../../services.js";
import { readByIds, readCensorSignals, readPatterns } from "../../substrate/index.js";
import { censorTrust } from "./censor-trust.js";
import { matchOf, reported, vectorOf } from "./check-censors.js";
import { foldText } from "./contains.js";
import { actingCensors, censorsInForce, storedAction } from "./read-censor.js";

/**
 * A censor in force that stops this text, if there is one: its id, or `withheld` if the caller may read none that does.
 * Its words are compared here; the embedder, which may be somebody else's, gets the masked text. Nothing is counted: the
 * text is only looked at.
 */
export async function blockingCensor(
  context: OperationContext,
  text: string,
  masked: string,
): Promise<string | undefined> {
  const { who, policy, services } = context;
  const folded = foldText(text);
  if (folded === "") return undefined;
  const readable = censorsInForce(policy, undefined);
  const acting = actingCensors(readable);
  // Most tenants have none, and a vector of 32 KB takes longer than all detectors.
  const known = await context.read((tx) => readPatterns(tx, who, acting));
  if (known.length === 0) return undefined;
  const vector = await vectorOf(services, masked);
  const { censor: threshold } = thresholdsOf(services.embedder.id);
  return context.read(async (tx) => {
    const near = vector && { vector, above: threshold, kept: services.keptVectors };
    const patterns = await readPatterns(tx, who, acting, near);
    const ids = patterns.flatMap((each) => matchOf(each, folded, threshold)?.id ?? []);
    if (ids.length === 0) return undefined;
    const rows = await readByIds(tx, who, acting, ids);
    const signals = await readCensorSignals(tx, who, ids);
    const trust = await censorTrust(tx, context, rows);
    const blocking = rows
      .filter((row) => {
        const signal = signals.get(row.id);
        return reported(storedAction(row, signal), trust(row), signal) !== "warn";
      })
      .map(({ id }) => id);
    if (blocking.length === 0) return undefined;
    const [shown] = await readByIds(tx, who, readable, blocking);
    // The audit log names it, so that somebody who may read it finds what has stopped the text.
    context.touched([shown?.id ?? blocking[0]!]);
    return shown?.id ?? "withheld";
  });
}
