import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { filterOf, findSaidEvents, queryWords } from "../../substrate/index.js";
import { foldForSearch } from "../../text/index.js";
import type { ArtifactRow } from "../read/artifact.sql.js";
import { passageFilter } from "../read/find-artifact.js";
import { eventsOfRevision } from "./read-events.js";
import { shownEvents } from "./shown-event.js";

type Input = InputOf<PalimpsestContract["hybridSearch"]>;
type Related = OutputOf<PalimpsestContract["hybridSearch"]>["related_context"];
type Event = Awaited<ReturnType<typeof eventsOfRevision>>[number];

/** So many of the people and teams of a step are followed to the next one. */
const followed = 10;

/**
 * Events beside those that were found: first those of the same documents; with each further step those that name people or
 * teams of the step before.
 */
export async function relatedEvents(
  tx: Tx,
  context: OperationContext,
  input: Input,
  documents: readonly ArtifactRow[],
  found: readonly string[],
): Promise<Related> {
  const seen = new Set(found);
  const related: Related = [];
  const take = (events: readonly Event[], via: string): Event[] => {
    const fresh = events.filter(({ event_id }) => !seen.has(event_id));
    for (const { event_id, category, narrative } of fresh) {
      seen.add(event_id);
      if (input.graph_filters !== null && !input.graph_filters.includes(category)) continue;
      if (related.length < input.graph_budget) related.push({ event_id, category, narrative, via });
    }
    return fresh;
  };
  const isFull = () => related.length >= input.graph_budget;
  let step: Event[] = [];
  for (const row of documents) {
    if (isFull()) return related;
    const events = await eventsOfRevision(tx, context, row, passageFilter(context, input.channel));
    take(events, row.artifact_uid);
    step.push(...events);
  }
  const named = new Set<string>();
  for (let depth = 2; depth <= input.graph_depth && !isFull(); depth++) {
    const names = actorsOf(step, named);
    step = [];
    for (const name of names) {
      step.push(...take(await eventsNaming(tx, context, input, name), name));
      if (isFull()) break;
    }
  }
  return related;
}

function actorsOf(events: readonly Event[], named: Set<string>): string[] {
  const names = [...new Set(events.flatMap(({ actors }) => actors.map(({ ref }) => ref)))];
  const fresh = names.filter((name) => !named.has(name)).slice(0, followed);
  for (const name of fresh) named.add(name);
  return fresh;
}

/** Events whose narrative says the name. */
async function eventsNaming(
  tx: Tx,
  { who, policy }: OperationContext,
  { channel, graph_budget }: Input,
  name: string,
): Promise<Event[]> {
  const folded = queryWords(foldForSearch(name, { side: "query" }));
  if (folded.length === 0) return [];
  const filter = (kind: string) => filterOf(policy, [kind], { channel });
  const events = { ...filter("semantic_event"), statuses: ["active"] };
  const rows = 2 * graph_budget;
  const said = await findSaidEvents(tx, who, events, { words: { folded, match: "all" } }, { rows });
  return shownEvents(tx, who, filter("chunk"), said.events, { evidence: false });
}
