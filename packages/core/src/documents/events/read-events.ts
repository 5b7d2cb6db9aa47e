import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import {
  derivedOfKind,
  type Filter,
  findSaidEvents,
  type MemoryRow,
  readByIds,
} from "../../substrate/index.js";
import { linkEntities } from "../entities/link-entities.js";
import type { ArtifactRow } from "../read/artifact.sql.js";
import { findArtifact, passageFilter } from "../read/find-artifact.js";
import { readEvidence } from "./evidence.js";
import { readExtraction } from "./extraction.sql.js";
import { eventNotFound, shownEvent, shownEvents } from "./shown-event.js";

type Output<N extends "getSemanticEvent" | "revisionEvents" | "rejectedEvents"> = OutputOf<
  PalimpsestContract[N]
>;
type Input<N extends "getSemanticEvent" | "revisionEvents" | "rejectedEvents"> = InputOf<
  PalimpsestContract[N]
>;

export async function getSemanticEvent(
  context: OperationContext,
  { event_id, channel }: Input<"getSemanticEvent">,
): Promise<Output<"getSemanticEvent">> {
  const { who } = context;
  const passages = passageFilter(context, channel);
  return context.read(async (tx) => {
    const found = await findEvent(tx, context, { ...passages, kinds: ["semantic_event"] }, event_id);
    if (found === undefined) throw eventNotFound(event_id);
    const { event, classes } = found;
    const evidence = (await readEvidence(tx, who, { ...passages, classes }, [event])).get(event_id)!;
    if (evidence.length === 0) throw eventNotFound(event_id);
    const entityOf = await linkEntities(tx, who, passages, [event]);
    context.touched([event_id]);
    return {
      ...shownEvent(event, entityOf),
      evidence,
      extraction_run_id: event.attributes.extraction_run_id as string,
      created_at: event.recorded_at.toISOString(),
      edits_applied: event.edit_count,
    };
  });
}

/** What is highly sensitive is shown by its id to its owner alone, in a private channel. */
async function findEvent(
  tx: Tx,
  { who }: OperationContext,
  filter: Filter,
  id: string,
): Promise<{ event: MemoryRow; classes: readonly string[] } | undefined> {
  const [event] = await readByIds(tx, who, filter, [id]);
  if (event !== undefined) return { event, classes: filter.classes };
  if (filter.channel !== "private") return undefined;
  const classes = [...filter.classes, "secret"];
  const [own] = await readByIds(tx, who, { ...filter, classes }, [id]);
  return own?.owner_id === who.id ? { event: own, classes } : undefined;
}

/** More events of one document are not listed at once. */
const most = 100_000;

export async function revisionEvents(
  context: OperationContext,
  { artifact_uid, revision_id, include_evidence, channel }: Input<"revisionEvents">,
): Promise<Output<"revisionEvents">> {
  return context.read(async (tx) => {
    const { row, filter } = await findArtifact(tx, context, {
      artifact: artifact_uid,
      revisionId: revision_id,
      channel,
    });
    const shown = await eventsOfRevision(tx, context, row, filter, { evidence: include_evidence });
    context.touched([row.artifact_id]);
    return {
      artifact_uid: row.artifact_uid,
      revision_id: row.revision_id,
      is_latest: row.is_latest,
      events: shown,
      total: shown.length,
    };
  });
}

/** The events of a revision that may be read as its passages are. */
export async function eventsOfRevision(
  tx: Tx,
  { who }: OperationContext,
  { chunk_ids }: Pick<ArtifactRow, "chunk_ids">,
  filter: Filter,
  { evidence = false } = {},
) {
  const ids = (await derivedOfKind(tx, who, "semantic_event", chunk_ids)).map(({ id }) => id);
  const events = { ...filter, kinds: ["semantic_event"] };
  const found = await findSaidEvents(tx, who, events, { ids }, { rows: most });
  return shownEvents(tx, who, filter, found.events, { evidence });
}

/** Where a passage is withheld or amended, what was rejected may repeat its words: these are left out then. */
export async function rejectedEvents(
  context: OperationContext,
  { artifact_uid, revision_id, channel }: Input<"rejectedEvents">,
): Promise<Output<"rejectedEvents">> {
  const { who } = context;
  return context.read(async (tx) => {
    const { row, filter } = await findArtifact(tx, context, {
      artifact: artifact_uid,
      revisionId: revision_id,
      channel,
    });
    const passages = await readByIds(tx, who, filter, row.chunk_ids);
    const isPlain = ({ amended, text }: MemoryRow) => !amended && !text.includes("█");
    const plain = passages.length === row.chunk_ids.length && passages.every(isPlain);
    const { run, rejected } = await readExtraction(tx, who, row.artifact_id);
    context.touched([row.artifact_id]);
    return {
      rejected: rejected.map((one) => ({
        reason: one.reason,
        category: plain ? one.category : null,
        narrative: plain ? one.narrative : null,
        quote: plain ? one.quote : null,
        rejected_at: run!.finished_at,
      })),
      total: run?.rejected ?? 0,
    };
  });
}
