import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { isBehind, type Position, pageOf } from "../../paging/page.js";
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

/** More events of one document are not looked at. */
const most = 100_000;

/** Pages go on in the revision that the first one is of, also if there is a later one by then. */
export async function revisionEvents(
  context: OperationContext,
  input: Input<"revisionEvents">,
): Promise<Output<"revisionEvents">> {
  const { artifact_uid, channel, include_evidence: evidence } = input;
  const page = pageOf(context, "revisionEvents", input);
  const [begun, ...after] = (page.after ?? []) as string[];
  return context.read(async (tx) => {
    const { row, filter } = await findArtifact(tx, context, {
      artifact: artifact_uid,
      revisionId: input.revision_id ?? begun,
      channel,
    });
    const { events, placeOf } = await placedEvents(tx, context, row, filter, { evidence });
    const { shown, next } = page.cut(
      events.filter((event) => isBehind(placeOf(event), page.after && after)),
      (event) => [row.revision_id, ...placeOf(event)],
    );
    context.touched([row.artifact_id]);
    return {
      artifact_uid: row.artifact_uid,
      revision_id: row.revision_id,
      is_latest: row.is_latest,
      events: shown,
      total: events.length,
      ...next,
    };
  });
}

/** The events of a revision that may be read as its passages are. */
export const eventsOfRevision = async (...given: Parameters<typeof placedEvents>) =>
  (await placedEvents(...given)).events;

/** Those, and the place of each in their order. */
async function placedEvents(
  tx: Tx,
  { who }: OperationContext,
  { chunk_ids }: Pick<ArtifactRow, "chunk_ids">,
  filter: Filter,
  { evidence = false } = {},
) {
  const ids = (await derivedOfKind(tx, who, "semantic_event", chunk_ids)).map(({ id }) => id);
  const kind = { ...filter, kinds: ["semantic_event"] };
  const found = await findSaidEvents(tx, who, kind, { ids }, { rows: most });
  const places = new Map<string, Position>(
    found.events.map(({ event_time, recorded_at, id }) => [id, [event_time, recorded_at, id]]),
  );
  return {
    events: await shownEvents(tx, who, filter, found.events, { evidence }),
    placeOf: ({ event_id }: { event_id: string }) => places.get(event_id)!,
  };
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
