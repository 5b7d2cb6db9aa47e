import {
  type EventCategory,
  eventCategories,
  type InputOf,
  invalidField,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../../../db/index.js";
import { type Position, pageOf } from "../../../paging/page.js";
import type { OperationContext } from "../../../services.js";
import {
  type AfterEvent,
  derivedOfKind,
  type Filter,
  filterOf,
  findSaidEvents,
  queryWords,
  type SaidEvents,
  trustViewOf,
} from "../../../substrate/index.js";
import { cutText, foldForSearch, maskSecrets } from "../../../text/index.js";
import { findRevisions } from "../../read/artifact.sql.js";
import { findReadable } from "../../read/find-artifact.js";
import { shownEvents } from "../shown-event.js";
import { type Place, spreadEvents } from "./spread-events.js";

type Input = InputOf<PalimpsestContract["searchSemanticEvents"]>;
type Output = OutputOf<PalimpsestContract["searchSemanticEvents"]>;

/** If no event says all words of a query, those that say any of so many first ones are found, of three letters or more. */
const anyWords = 12;
const anyLetters = 3;
const shownCategory = 64;

export async function searchSemanticEvents(context: OperationContext, input: Input): Promise<Output> {
  assertCategory(input.category);
  const times = timesOf(input);
  const query = input.query?.trim() ? input.query : undefined;
  const page = pageOf(context, "searchSemanticEvents", input);
  const supersededToo = input.all_revisions || input.artifact_uid?.startsWith("art_") ? true : undefined;
  const { channel } = input;
  const filter = (kind: string): Filter => ({
    ...filterOf(context.policy, [kind], { channel }),
    supersededToo,
  });
  return context.read(async (tx) => {
    const { who, policy } = context;
    const ids = await idsOf(tx, context, input);
    const common: SaidEvents = { ...times, category: input.category, ids };
    const { writer_items } = policy.retrieval.trust;
    // Who names a document asks for all that it tells of.
    const items = input.artifact_uid === undefined ? writer_items : Number.POSITIVE_INFINITY;
    const find = (words?: SaidEvents["words"]) =>
      spreadEvents(
        (rows) => findSaidEvents(tx, who, filter("semantic_event"), { ...common, words }, rows),
        placeIn(page.after),
        { limit: input.limit, items, view: trustViewOf(who, policy) },
      );
    const said = query === undefined ? undefined : queryWords(foldForSearch(query, { side: "query" }));
    let match: Output["match"] = said === undefined ? null : "all";
    let found = await find(said && { folded: said, match: "all" });
    if (said !== undefined && found.total === 0) {
      match = "any";
      found = await find({ folded: said.filter(isLong).slice(0, anyWords), match });
    }
    const { next, left_out } = found;
    const events = await shownEvents(tx, who, filter("chunk"), found.events, {
      evidence: input.include_evidence,
    });
    context.touched(events.map(({ event_id }) => event_id));
    return {
      ...{ events, total: found.total, filters_applied: filtersIn(input, query), match },
      ...(left_out !== undefined && { left_out }),
      ...(next !== undefined && { next_cursor: page.cursorAt(positionOf(next)) }),
    };
  });
}

const positionOf = ({ after, held }: Place): Position => [...after!, JSON.stringify(held)];

function placeIn(position: Position | undefined): Place {
  if (position === undefined) return { held: [] };
  const [held] = position.slice(3) as string[];
  return {
    after: position.slice(0, 3) as unknown as AfterEvent,
    held: held === undefined ? [] : JSON.parse(held),
  };
}

const isLong = (word: string) => [...word].length >= anyLetters;

function assertCategory(category: string | undefined): asserts category is EventCategory | undefined {
  if (category === undefined || eventCategories.includes(category as EventCategory)) return;
  // What cannot be printed is not repeated, and no secret is.
  const printable = maskSecrets(category).text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "");
  const message = `Invalid category: ${cutText(printable, shownCategory)}. Must be one of: ${eventCategories.join(", ")}`;
  throw new PalimpsestError("VALIDATION_ERROR", message, { details: [{ path: "category", message }] });
}

/** A day alone means its beginning as the first time, and its end as the last. */
function timesOf({ time_from, time_to }: Input): Pick<SaidEvents, "from" | "to"> {
  const isDay = (time: string | undefined) => time !== undefined && !time.includes("T");
  const from = isDay(time_from) ? `${time_from}T00:00:00Z` : time_from;
  const to = isDay(time_to) ? `${time_to}T23:59:59.999999Z` : time_to;
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    throw invalidField("time_from", "must not be after time_to");
  }
  return { from, to };
}

/** The events of the document that was asked for, in the revisions that were; undefined if none was. */
async function idsOf(
  tx: Tx,
  context: OperationContext,
  { artifact_uid, all_revisions, channel }: Input,
): Promise<string[] | undefined> {
  if (artifact_uid === undefined) return undefined;
  const { who } = context;
  const found = await findReadable(tx, context, { artifact: artifact_uid, channel });
  if (found === undefined) return [];
  const named = found.row;
  const revisions = all_revisions ? await findRevisions(tx, who, named.head_id) : [named];
  const events = await derivedOfKind(
    tx,
    who,
    "semantic_event",
    revisions.flatMap(({ chunk_ids }) => chunk_ids),
  );
  return events.map(({ id }) => id);
}

function filtersIn(
  { category, time_from, time_to, artifact_uid }: Input,
  query: string | undefined,
): Output["filters_applied"] {
  const given = { query, category, time_from, time_to, artifact_uid };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
