import { type InputOf, kindNames, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { capped, prepareQuery, type Query, searchWeighed } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, filterOf, findEntities, type MemoryRow, readByIds } from "../../substrate/index.js";
import { shownEntity } from "../entities/shown-entity.js";
import { relatedEvents } from "../events/related-events.js";
import { shownEvents } from "../events/shown-event.js";
import { type ArtifactRow, findByIds } from "./artifact.sql.js";
import { passageFilter } from "./find-artifact.js";
import { fuseRanks } from "./fuse-ranks.js";
import { documentFilter, lookedAt, neighbours } from "./search-artifacts.js";

type Input = InputOf<PalimpsestContract["hybridSearch"]>;
type Output = OutputOf<PalimpsestContract["hybridSearch"]>;

interface Found {
  type: Output["primary_results"][number]["type"];
  id: string;
  row: MemoryRow;
  score: number;
  limited: readonly string[];
  artifact?: ArtifactRow;
}

const maxEntities = 20;

/** Scores of documents and of other memories cannot be compared, so their ranks in the lists of each are. */
export async function hybridSearch(context: OperationContext, input: Input): Promise<Output> {
  const ofDocuments = documentFilter(context, { ...input.filters, channel: input.channel });
  const query = await prepareQuery(context.services, input.query);
  const { shown, told, results, related, entities } = await context.read(async (tx) => {
    const found = [
      ...(await findDocuments(tx, context, query, ofDocuments)),
      ...(input.include_events ? await findEvents(tx, context, query, input, ofDocuments) : []),
      ...(input.include_memory ? await findMemories(tx, context, query, input.channel) : []),
    ];
    const ranked = found.toSorted((a, b) => b.score - a.score);
    const { page: shown, told } = capped(ranked, input.limit, context.policy);
    const results: Output["primary_results"] = [];
    for (const { type, id, row, score, artifact } of shown) {
      const expanded =
        type === "artifact" && artifact && input.expand_neighbors
          ? { expanded_content: await neighbours(tx, context, ofDocuments, { row, artifact }) }
          : {};
      const artifact_uid = artifact?.artifact_uid ?? null;
      results.push({ type, id, artifact_uid, content: row.text, score, ...expanded });
    }
    return {
      ...{ shown, told, results, related: await findRelated(tx, context, input, shown) },
      entities: input.include_entities ? await entitiesOf(tx, context, ofDocuments, shown) : [],
    };
  });
  context.touched(shown.map(({ row }) => row.id));
  return {
    primary_results: results,
    related_context: related,
    entities,
    expand_options: expandOptions(input),
    ...told,
  };
}

/** The best passage of each document. */
async function findDocuments(
  tx: Tx,
  context: OperationContext,
  query: Query,
  filter: Filter,
): Promise<Found[]> {
  const { who } = context;
  const hits = await searched(tx, context, query, filter, (id) => id.split("::", 1)[0]!);
  const artifacts = await findByIds(
    tx,
    who,
    hits.map(({ id }) => id),
  );
  const byId = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]));
  return hits.flatMap((hit) => {
    const artifact = byId.get(hit.id);
    return artifact ? [{ ...hit, type: "artifact" as const, artifact }] : [];
  });
}

/** Events of these documents that rest on words which may be read. */
async function findEvents(
  tx: Tx,
  context: OperationContext,
  query: Query,
  input: Input,
  ofDocuments: Filter,
): Promise<Found[]> {
  const { who, policy } = context;
  const filter: Filter = {
    ...filterOf(policy, ["semantic_event"], { channel: input.channel }),
    origin: "document",
    statuses: ["active"],
  };
  const hits = await searched(tx, context, query, filter, (id) => id);
  const artifactOf = ({ row }: Pick<Found, "row">) => row.attributes.artifact_id as string;
  const artifacts = await findByIds(tx, who, [...new Set(hits.map(artifactOf))]);
  const passages = await readByIds(tx, who, ofDocuments, [
    ...new Set(artifacts.flatMap(({ chunk_ids }) => chunk_ids[0]!)),
  ]);
  // A document fits as its first passage does: all of them have its type, source and time.
  const fitting = new Set(passages.map(({ id }) => id));
  const byId = new Map(
    artifacts
      .filter(({ chunk_ids }) => Object.keys(input.filters).length === 0 || fitting.has(chunk_ids[0]!))
      .map((artifact) => [artifact.artifact_id, artifact]),
  );
  const rows = hits.filter((hit) => byId.has(artifactOf(hit))).map(({ row }) => row);
  const evident = await shownEvents(tx, who, passageFilter(context, input.channel), rows, {
    evidence: false,
  });
  const ids = new Set(evident.map(({ event_id }) => event_id));
  return hits.flatMap((hit) =>
    ids.has(hit.id) ? [{ ...hit, type: "event" as const, artifact: byId.get(artifactOf(hit))! }] : [],
  );
}

/** Events that are related to the first results. */
function findRelated(tx: Tx, context: OperationContext, input: Input, shown: readonly Found[]) {
  const seeds = shown.slice(0, input.graph_seed_limit).flatMap(({ artifact }) => artifact ?? []);
  const documents = [...new Map(seeds.map((artifact) => [artifact.artifact_id, artifact])).values()];
  if (!input.graph_expand || input.graph_budget === 0) return [];
  const found = shown.filter(({ type }) => type === "event").map(({ id }) => id);
  return relatedEvents(tx, context, input, documents, found);
}

/** Whom and what the documents of the results name most often. */
async function entitiesOf(
  tx: Tx,
  context: OperationContext,
  ofDocuments: Filter,
  shown: readonly Found[],
): Promise<Output["entities"]> {
  const sources = [...new Set(shown.flatMap(({ artifact }) => artifact?.artifact_id ?? []))];
  if (sources.length === 0) return [];
  const wanted = { words: [], sources, rows: maxEntities };
  const { found } = await findEntities(tx, context.who, ofDocuments, wanted);
  return found.map((row) => shownEntity(ofDocuments, row));
}

async function findMemories(
  tx: Tx,
  context: OperationContext,
  query: Query,
  channel: Input["channel"],
): Promise<Found[]> {
  const kinds = kindNames(({ recalled }) => recalled);
  const filter = {
    ...filterOf(context.policy, kinds, { channel }),
    passages: false,
    otherOrigin: "document",
  };
  const hits = await searched(tx, context, query, filter, (id) => id);
  return hits.map((hit) => ({ ...hit, type: "memory" as const }));
}

/** One result for each key, with the row that fits best. */
async function searched(
  tx: Tx,
  { who, policy, services }: OperationContext,
  query: Query,
  filter: Filter,
  keyOf: (id: string) => string,
): Promise<Pick<Found, "id" | "row" | "score" | "limited">[]> {
  const { hits } = await searchWeighed(tx, who, query, filter, {
    limit: lookedAt,
    policy,
    ...((filter.passages || filter.origin === "document") && { writerItems: lookedAt }),
  });
  const keyed = hits.map((hit) => ({ ...hit, key: keyOf(hit.id) }));
  const scores = fuseRanks(keyed, services.fusion);
  const best = new Map(keyed.toReversed().map(({ key, row, limited }) => [key, { row, limited }]));
  return [...scores].map(([id, score]) => ({ id, score, ...best.get(id)! }));
}

const expansions = {
  include_memory: "Facts, notes, conversations and other memories that are no documents",
  expand_neighbors: "The passages before and after each hit",
  graph_expand: "Events that are related to the first results",
  include_entities: "People, teams and things that the results name",
} as const satisfies Partial<Record<keyof Input, string>>;

const expandOptions = (input: Input) =>
  Object.entries(expansions)
    .filter(([option]) => !input[option as keyof typeof expansions])
    .map(([option, description]) => ({ option, description }));
