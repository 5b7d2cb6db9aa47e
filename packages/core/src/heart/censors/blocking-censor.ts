import { thresholdsOf } from "../../models/index.js";
import type { OperationContext } from "../../services.js";
import {
  type CensorSignal,
  readByIds,
  readCensorSignals,
  readPatterns,
  trustOf,
  trustViewOf,
} from "../../substrate/index.js";
import { matchOf, reported, vectorOf } from "./check-censors.js";
import { foldText } from "./contains.js";
import { censorsInForce, storedAction } from "./read-censor.js";

/**
 * A censor in force that stops this text, if there is one. Its words are compared here; the embedder, which may be
 * somebody else's, gets the masked text. Nothing is counted: the text is only looked at.
 */
export async function blockingCensor(
  context: OperationContext,
  text: string,
  masked: string,
): Promise<string | undefined> {
  const { who, policy, services } = context;
  const folded = foldText(text);
  if (folded === "") return undefined;
  const filter = censorsInForce(policy, undefined);
  // Most tenants have none, and a vector of 32 KB takes longer than all detectors.
  const known = await context.read((tx) => readPatterns(tx, who, filter, undefined));
  if (known.length === 0) return undefined;
  const vector = await vectorOf(services, masked);
  const { censor: threshold } = thresholdsOf(services.embedder.id);
  return context.read(async (tx) => {
    const patterns = await readPatterns(tx, who, filter, vector);
    const ids = patterns.flatMap((each) => matchOf(each, folded, threshold)?.id ?? []);
    if (ids.length === 0) return undefined;
    const rows = await readByIds(tx, who, filter, ids);
    const signals = await readCensorSignals(tx, who, ids);
    const view = trustViewOf(who, policy);
    return rows.find((row) => {
      const signal: CensorSignal | undefined = signals.get(row.id);
      return reported(storedAction(row, signal), trustOf(row, view), signal) !== "warn";
    })?.id;
  });
}
