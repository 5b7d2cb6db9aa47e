import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { derivedOfKind } from "../../substrate/index.js";
import { type ArtifactRow, findRevisions } from "../read/artifact.sql.js";
import { readEvidence } from "./evidence.js";
import type { PlacedEvent } from "./find-events.js";
import { renewalReason } from "./renew-events.js";
import { comparedPassages, sameEventKey } from "./same-events.js";

/** Which fields of memories edits in force have changed, but for those with a reason. Governance knows. */
export type EditedFieldsOf = (
  tx: Tx,
  who: Principal,
  ids: string[],
  except: string,
) => Promise<{ memory_id: string; text: boolean; attributes: string[] }[]>;

/** What people may say of an event. Where it stands is told by its own revision. */
const carried = ["category", "event_time", "subject", "actors", "confidence"];

type Made = Pick<PlacedEvent, "amended" | "quarantined">;

/** Gives events what people have made of the same events in other revisions: of one category, and with one quote. */
export async function carryAmendments(
  context: OperationContext,
  row: ArtifactRow,
  events: readonly PlacedEvent[],
  editedFields: EditedFieldsOf,
): Promise<PlacedEvent[]> {
  const { who } = context;
  const amended = await context.read(async (tx) => {
    const revisions = await findRevisions(tx, who, row.head_id);
    // The last ingested one comes first, and its amendments count.
    const others = revisions.filter(({ artifact_id }) => artifact_id !== row.artifact_id).toReversed();
    const passages = others.flatMap(({ chunk_ids }) => chunk_ids);
    if (passages.length === 0) return new Map<string, Made>();
    const known = (await derivedOfKind(tx, who, "semantic_event", passages)).filter(
      ({ edit_count, retracted }) => edit_count > 0 && !retracted,
    );
    const ids = known.map(({ id }) => id);
    const fields = await editedFields(tx, who, ids, renewalReason);
    const byId = new Map(fields.map((one) => [one.memory_id, one]));
    const edited = known.filter(({ id, quarantined }) => quarantined || byId.has(id));
    const evidence = await readEvidence(tx, who, comparedPassages(context), edited);
    const order = new Map(others.map(({ artifact_id }, at) => [artifact_id, at]));
    const placeOf = (attributes: Attributes) => order.get(attributes.artifact_id as string) ?? -1;
    return new Map(
      edited
        .toSorted((a, b) => placeOf(a.attributes) - placeOf(b.attributes))
        .flatMap(({ id, text, attributes, quarantined }) => {
          const { text: isReworded = false, attributes: names = [] } = byId.get(id) ?? {};
          const kept = carried.filter((name) => names.includes(name));
          const amended = {
            ...(isReworded && { narrative: text }),
            attributes: Object.fromEntries(kept.map((name) => [name, attributes[name]])) as Attributes,
          };
          const made: Made = quarantined ? { quarantined } : { amended };
          return evidence
            .get(id)!
            .map(({ quote }) => [sameEventKey(attributes.extracted_as as string, quote), made] as const);
        }),
    );
  });
  if (amended.size === 0) return [...events];
  return events.map((event) => {
    const made = event.evidence.map(({ quote }) => amended.get(sameEventKey(event.category, quote)));
    return { ...event, ...made.find(Boolean) };
  });
}
