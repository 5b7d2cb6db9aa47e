import type { entityTypes } from "@palimpsest/contract";
import { chunkOf, type ExtractedEntity, nameKeyOf, type TextChunk } from "../../extraction/index.js";
import { newId } from "../../identity/index.js";
import { entityIdOf, type MentionRow } from "../../substrate/index.js";
import { foldName } from "../../text/index.js";
import type { PlacedEvent } from "../events/find-events.js";

/** So many mentions of one revision are kept. */
const maxMentions = 5_000;
/** A longer name is none, and would not fit into an index. */
const maxName = 200;

interface Place {
  memory_id: string;
  also_in: string | null;
  start_char: number | null;
  end_char: number | null;
  surface_form: string;
}

/** The mentions of a revision's entities, each in the passage that holds it. */
export function placeEntities(
  digestKey: Buffer,
  chunks: readonly TextChunk[],
  { entities, events }: { entities: readonly ExtractedEntity[]; events: readonly PlacedEvent[] },
): MentionRow[] {
  const acting = passagesOfActors(events);
  return entities
    .flatMap((entity) => {
      const name_key = foldName(entity.name);
      const places = entity.mentions.flatMap((mention) => placeOf(chunks, mention));
      const all = [...toldPlaces(entity.name, places, acting.get(name_key)), ...places];
      return all.map((place) => rowOf(digestKey, entity.type, name_key, place));
    })
    .filter(({ name_key, form_key }) => Math.max(name_key.length, form_key.length) <= maxName)
    .slice(0, maxMentions);
}

function rowOf(
  digestKey: Buffer,
  type: (typeof entityTypes)[number],
  name_key: string,
  place: Place,
): MentionRow {
  return {
    mention_id: newId("men"),
    entity_id: entityIdOf(digestKey, { type, name_key }),
    ...{ type, name_key, form_key: foldName(place.surface_form), ...place },
  };
}

function placeOf(chunks: readonly TextChunk[], mention: ExtractedEntity["mentions"][number]): Place[] {
  const { start_char, end_char, surface_form } = mention;
  const chunk = chunkOf(chunks, { start_char, end_char, quote: surface_form });
  if (chunk === undefined) return [];
  const other = chunks.find((one) => one !== chunk && one.start_char < end_char && start_char < one.end_char);
  return [
    { memory_id: chunk.chunk_id, also_in: other?.chunk_id ?? null, start_char, end_char, surface_form },
  ];
}

/**
 * Where only the metadata gives the name, it belongs to the passages that call its bearer otherwise, and to those that tell
 * what its bearer did.
 */
function toldPlaces(
  name: string,
  places: readonly Place[],
  acting: ReadonlySet<string> = new Set(),
): Place[] {
  if (places.some(({ surface_form }) => foldName(surface_form) === foldName(name))) return [];
  const passages = new Set([...places.map(({ memory_id }) => memory_id), ...acting]);
  return [...passages].map((memory_id) => ({
    ...{ memory_id, also_in: null, start_char: null, end_char: null },
    surface_form: name,
  }));
}

/** The passages that the events of each actor rest on, by the folded name. */
function passagesOfActors(events: readonly PlacedEvent[]): Map<string, Set<string>> {
  const passages = new Map<string, Set<string>>();
  for (const { actors, evidence } of events) {
    for (const { ref } of actors) {
      const key = nameKeyOf(ref);
      const own = passages.get(key) ?? new Set();
      for (const { chunk_id } of evidence) own.add(chunk_id);
      passages.set(key, own);
    }
  }
  return passages;
}
