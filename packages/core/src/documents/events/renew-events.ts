import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import type { ArtifactRow } from "../read/artifact.sql.js";
import { evidenceOf, type KeptEvidence } from "./evidence.js";
import type { Refused } from "./find-events.js";
import type { FoundAgain } from "./match-events.js";
import { checkEvents } from "./prepare-events.js";

/** Amends memories to what an extraction says of them now, but for what people have amended. Governance does this. */
export type RenewMemories = (
  context: OperationContext,
  renewed: readonly { id: string; text: string; attributes: Attributes }[],
  reason: string,
) => Promise<{ refused: string[]; apply(tx: Tx): Promise<void> }>;

/** By this reason the next extraction knows the edits of the ones before. */
export const renewalReason = "Extracted again.";

export interface RenewedEvents {
  rejected: Refused[];
  /** The passages that they rest on now. */
  sources: { from: string; to: string }[];
  apply(tx: Tx): Promise<void>;
}

/** Events that were found again get the narrative and the fields of this run. */
export async function renewEvents(
  context: OperationContext,
  row: ArtifactRow,
  again: readonly FoundAgain[],
  renew: RenewMemories,
): Promise<RenewedEvents> {
  const events = again.map(({ known, event }) => ({ ...event, known }));
  const { checked, refused } = checkEvents(context, row, events);
  const renewed = checked.map(({ event, draft }) => {
    const { subject, actors, confidence, extraction_run_id, event_time = null } = draft.attributes;
    const evidence = keepIds(evidenceOf(draft.attributes), evidenceOf(event.known.attributes));
    const attributes = { subject, actors, confidence, extraction_run_id, event_time, evidence } as Attributes;
    return { id: event.known.id, text: draft.text, attributes };
  });
  const renewal = await renew(context, renewed, renewalReason);
  const stones = new Set(renewal.refused);
  return {
    rejected: [
      ...refused,
      ...checked
        .filter(({ event }) => stones.has(event.known.id))
        .map(({ event: { category } }) => tombstoned(category)),
    ],
    sources: renewed.flatMap(({ id, attributes }) =>
      evidenceOf(attributes).flatMap(({ covers }) =>
        covers.map(({ chunk_id }) => ({ from: id, to: chunk_id })),
      ),
    ),
    apply: renewal.apply,
  };
}

/** Evidence of the same words keeps its id. */
function keepIds(found: readonly KeptEvidence[], known: readonly KeptEvidence[]): KeptEvidence[] {
  const ids = new Map(known.map((one) => [placeOf(one), one.evidence_id]));
  return found.map((one) => ({ ...one, evidence_id: ids.get(placeOf(one)) ?? one.evidence_id }));
}

const placeOf = ({ chunk_id, start_char, end_char }: KeptEvidence) => `${chunk_id} ${start_char} ${end_char}`;

/** The words were retracted before, so neither they nor their quote are kept. */
export const tombstoned = (category: string): Refused => ({
  reason: "tombstoned",
  ...{ category, narrative: null, quote: null },
});
