import { PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import {
  type CheckedDraft,
  checkDraft,
  type Draft,
  type Prepared,
  prepareMemories,
} from "../../substrate/index.js";
import { visibilityOf } from "../document.js";
import type { ArtifactRow } from "../read/artifact.sql.js";
import type { PlacedEvent, Refused } from "./find-events.js";

/** Events that are embedded at once, before others get a turn. */
const perTurn = 16;

export interface PreparedEvent {
  event: PlacedEvent;
  memory: Prepared;
}

/** Memories for events, each where its document is. One that cannot be stored is refused by itself. */
export async function prepareEvents(
  context: OperationContext,
  row: ArtifactRow,
  events: readonly PlacedEvent[],
): Promise<{ prepared: PreparedEvent[]; refused: Refused[] }> {
  const { checked, refused } = checkEvents(context, row, events);
  const drafts = checked.map(({ draft }) => draft);
  const memories: Prepared[] = [];
  for (let from = 0; from < drafts.length; from += perTurn) {
    if (from > 0) await ownTurn();
    memories.push(...(await prepareMemories(context, drafts.slice(from, from + perTurn))));
  }
  return { prepared: checked.map(({ event }, at) => ({ event, memory: memories[at]! })), refused };
}

/** Events that may be stored where their document is, with their secrets masked. */
export function checkEvents<E extends PlacedEvent>(
  context: OperationContext,
  row: ArtifactRow,
  events: readonly E[],
): { checked: { event: E; draft: CheckedDraft }[]; refused: Refused[] } {
  const checked: { event: E; draft: CheckedDraft }[] = [];
  const refused: Refused[] = [];
  for (const event of events) {
    try {
      checked.push({ event, draft: checkDraft(context, draftOf(row, event, context.requestId)) });
    } catch (error) {
      if (!(error instanceof PalimpsestError)) throw error;
      if (error.status !== 400 && error.code !== "BOUNDARY_DENIED") throw error;
      const { category, narrative, evidence } = event;
      refused.push({ reason: "invalid_shape", category, narrative, quote: evidence[0]!.quote });
    }
  }
  return { checked, refused };
}

function draftOf(row: ArtifactRow, event: PlacedEvent, runId: string): Draft {
  const told = row.meta.ts ?? row.meta.document_date ?? row.ingested_at;
  return {
    kind: "semantic_event",
    text: event.narrative,
    origin: "document",
    scope: row.scope ?? undefined,
    subjectType: row.subject_type ?? undefined,
    subjectId: row.subject_id ?? undefined,
    projectId: row.project_id ?? undefined,
    channel: row.channel,
    visibility: visibilityOf[row.meta.visibility_scope],
    audience: row.audience,
    boundaryClass: row.boundary_class,
    occurredAt: new Date(told),
    expiresAt: row.expires_at === null ? undefined : new Date(row.expires_at),
    status: row.is_latest ? "active" : "superseded",
    attributes: {
      category: event.category,
      ...(event.event_time !== null && { event_time: event.event_time }),
      subject: event.subject,
      actors: event.actors,
      confidence: event.confidence,
      artifact_uid: row.artifact_uid,
      artifact_id: row.artifact_id,
      revision_id: row.revision_id,
      extraction_run_id: runId,
      extracted_as: event.category,
      evidence: event.evidence.map(({ chunk_id, start_char, end_char, covers }) => ({
        evidence_id: newId("evi"),
        ...{ chunk_id, start_char, end_char, covers },
      })),
    },
  };
}
