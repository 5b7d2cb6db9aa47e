import {
  type EventCategory,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Filter, MemoryRow } from "../../substrate/index.js";
import { type EntityOf, linkEntities } from "../entities/link-entities.js";
import { readEvidence, type ShownEvidence } from "./evidence.js";

type Listed = OutputOf<PalimpsestContract["searchSemanticEvents"]>["events"][number];

export type EventRow = Pick<MemoryRow, "id" | "text" | "attributes">;

/** An event with its effective narrative and attributes. */
export function shownEvent({ id, text, attributes }: EventRow, entityOf: EntityOf): Omit<Listed, "evidence"> {
  const time = attributes.event_time as string | undefined;
  const linked = <T extends { ref: string }>(one: T) => ({
    ...one,
    entity_id: entityOf(attributes, one.ref),
  });
  return {
    event_id: id,
    artifact_uid: attributes.artifact_uid as string,
    revision_id: attributes.revision_id as string,
    category: attributes.category as EventCategory,
    event_time: time === undefined ? null : new Date(time).toISOString(),
    narrative: text,
    subject: linked(attributes.subject as Listed["subject"]),
    actors: ((attributes.actors ?? []) as Listed["actors"]).map(linked),
    confidence: attributes.confidence as number,
  };
}

/** Events with the evidence that may be shown. One that has none left is not shown. */
export async function shownEvents(
  tx: Tx,
  who: Principal,
  passages: Filter,
  events: readonly EventRow[],
  { evidence: wanted }: { evidence: boolean },
): Promise<Listed[]> {
  const found = await readEvidence(tx, who, passages, events);
  const entityOf = await linkEntities(tx, who, passages, events);
  return events.flatMap((event) => {
    const evidence = found.get(event.id)!;
    if (evidence.length === 0) return [];
    return [{ ...shownEvent(event, entityOf), ...(wanted && { evidence: evidence.map(withoutIds) }) }];
  });
}

const withoutIds = ({ quote, start_char, end_char, chunk_id }: ShownEvidence) => ({
  quote,
  start_char,
  end_char,
  chunk_id,
});

export const eventNotFound = (id: string) => new PalimpsestError("NOT_FOUND", `Event ${id} not found`);
