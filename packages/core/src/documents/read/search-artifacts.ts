import { type InputOf, invalidField, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { capped, prepareQuery, search } from "../../retrieval/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, filterOf, type MemoryRow } from "../../substrate/index.js";
import { classOfSensitivity } from "../document.js";
import { type ArtifactRow, findByIds } from "./artifact.sql.js";
import { effectivePassages } from "./effective-text.js";
import { readPassages } from "./get-artifact.js";

type Input = InputOf<PalimpsestContract["searchArtifacts"]>;

/** Passages that are looked at, so that many of one document leave room for others. */
export const lookedAt = 200;
const boundary = "\n[CHUNK BOUNDARY]\n";

/** The best passage of each document. */
export async function searchArtifacts(context: OperationContext, input: Input) {
  const { services, who, policy } = context;
  const filter = documentFilter(context, input);
  const query = await prepareQuery(services, input.query);
  const answer = await context.read(async (tx) => {
    const found = await search(tx, who, query, filter, { limit: lookedAt, policy, writerItems: lookedAt });
    const best = new Map<string, { row: MemoryRow; score: number; limited: readonly string[] }>();
    for (const { id, row, score, limited } of found.hits) {
      const artifactId = id.split("::", 1)[0]!;
      if (!best.has(artifactId)) best.set(artifactId, { row, score, limited });
    }
    const byId = new Map(
      (await findByIds(tx, who, [...best.keys()])).map((each) => [each.artifact_id, each]),
    );
    const hits = [...best].flatMap(([id, hit]) =>
      byId.has(id) ? [{ ...hit, artifact: byId.get(id)! }] : [],
    );
    const { page: shown, told } = capped(hits, input.limit, policy);
    const results = [];
    for (const hit of shown) {
      const around = input.expand_neighbors ? await neighbours(tx, context, filter, hit) : undefined;
      results.push({ ...resultOf(hit), ...(around !== undefined && { expanded_content: around }) });
    }
    return { results, total: hits.length, mode: found.mode, ...told };
  });
  context.touched(answer.results.map(({ chunk_id }) => chunk_id));
  return answer;
}

type Narrowing = Pick<
  Input,
  | "artifact_type"
  | "source_system"
  | "sensitivity"
  | "visibility_scope"
  | "time_range_start"
  | "time_range_end"
  | "channel"
>;

/** The passages of these documents, as they may be read in the channel. */
export function documentFilter({ policy }: OperationContext, input: Narrowing): Filter {
  const { artifact_type, source_system } = input;
  const from = input.time_range_start && timeOf(input.time_range_start, "T00:00:00.000Z");
  const until = input.time_range_end && timeOf(input.time_range_end, "T23:59:59.999Z");
  if (from !== undefined && until !== undefined && Date.parse(from) > Date.parse(until)) {
    throw invalidField("time_range_start", "must not be after time_range_end");
  }
  const filter = filterOf(policy, ["chunk"], { channel: input.channel });
  const attributes = Object.entries({
    artifact_type,
    source_system,
    visibility_scope: input.visibility_scope,
  }).filter((entry): entry is [string, NonNullable<(typeof entry)[1]>] => entry[1] !== undefined);
  const wantedClass = input.sensitivity && classOfSensitivity[input.sensitivity];
  return {
    ...filter,
    passages: true,
    from,
    // The end counts, and the filter's does not.
    to: until === undefined ? undefined : new Date(Date.parse(until) + 1).toISOString(),
    attributes: Object.fromEntries(attributes),
    classes: filter.classes.filter((name) => wantedClass === undefined || name === wantedClass),
  };
}

/** A day alone means its beginning as the first time, and its end as the last. */
const timeOf = (given: string, ofDay: string): string => (given.includes("T") ? given : given + ofDay);

interface Hit {
  row: MemoryRow;
  score: number;
  artifact: ArtifactRow;
}

function resultOf({ row, score, artifact }: Hit) {
  const at = artifact.chunk_ids.indexOf(row.id);
  return {
    artifact_id: artifact.artifact_id,
    artifact_uid: artifact.artifact_uid,
    revision_id: artifact.revision_id,
    chunk_id: row.id,
    title: artifact.meta.title,
    artifact_type: artifact.kind,
    source_system: artifact.meta.source_system,
    ts: row.occurred_at.toISOString(),
    start_char: artifact.starts[at]!,
    end_char: artifact.ends[at]!,
    content: row.text,
    ...(row.amended && { amended: true as const }),
    score,
  };
}

/** The passage between the one before it and the one after it. */
export async function neighbours(
  tx: Tx,
  context: OperationContext,
  filter: Filter,
  { row, artifact }: Pick<Hit, "row" | "artifact">,
): Promise<string> {
  const at = artifact.chunk_ids.indexOf(row.id);
  const cut = <T>(list: T[]) => list.slice(Math.max(0, at - 1), at + 2);
  const around = {
    artifact_id: artifact.artifact_id,
    chunk_ids: cut(artifact.chunk_ids),
    starts: cut(artifact.starts),
    ends: cut(artifact.ends),
  };
  const plain = { ...filter, attributes: undefined, from: undefined, to: undefined };
  return effectivePassages(await readPassages(tx, context.who, plain, around)).join(boundary);
}
