import { foldName } from "../../text/index.js";
import type { EntityType, ExtractedEntity, Extraction, Mention, SourceDocument } from "../event.js";
import { isGroup, withoutAddress } from "../people/find-people.js";
import { placesOf } from "./places-of.js";

/** What a reference names, folded: an author may be given with an address. */
export const nameKeyOf = (ref: string): string => foldName(withoutAddress(ref));

/** A longer name of an actor or a subject is a description. */
const maxName = 80;

/**
 * The entities of a document: those that an extractor found, and the actors and subjects of events that are none of these
 * and that the text names. The name of an entity stands in the text, or its author or participants are called so; in the
 * second case it is none of the surface forms.
 */
export async function namedEntities(
  document: SourceDocument,
  { events, entities }: Extraction,
): Promise<ExtractedEntity[]> {
  const told = toldNames(document);
  const known = new Map<string, ExtractedEntity>();
  const forms = new Set<string>();
  const add = (one: ExtractedEntity | undefined) => {
    if (one === undefined) return;
    const key = `${one.type} ${foldName(one.name)}`;
    known.set(key, united(known.get(key), one));
    for (const form of [one.name, ...one.mentions.map(({ surface_form }) => surface_form)]) {
      forms.add(foldName(form));
    }
  };
  for (const one of entities) add(namedByText(one, told));
  const refs = refsOf(events, told);
  const places = await placesOf(document.text, refs.keys());
  for (const [ref, type] of refs) {
    if (forms.has(foldName(ref))) continue;
    add(namedByText({ type, name: ref, aliases: [], mentions: places.get(ref) ?? [] }, told));
  }
  return [...known.values()];
}

/** What the metadata calls those who took part. */
const toldNames = ({ author, participants = [] }: SourceDocument): ReadonlySet<string> =>
  new Set([...participants, ...(author ? [author] : [])].map(nameKeyOf));

/** With a name that the reader can find: its own, or else the longest of its forms; undefined if there is none. */
function namedByText(one: ExtractedEntity, told: ReadonlySet<string>): ExtractedEntity | undefined {
  const key = foldName(one.name);
  const said = one.mentions.map(({ surface_form }) => surface_form);
  if (told.has(key) || said.some((form) => foldName(form) === key)) return one;
  const [longest] = said.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : { ...one, name: longest };
}

function united(a: ExtractedEntity | undefined, b: ExtractedEntity): ExtractedEntity {
  if (a === undefined) return b;
  const places = new Map<number, Mention>();
  for (const mention of [...a.mentions, ...b.mentions]) places.set(mention.start_char, mention);
  return { ...a, mentions: [...places.values()].sort((x, y) => x.start_char - y.start_char) };
}

/** Names of actors and subjects, with what they are. Of subjects, those with a capital or a number are names, and of "other" ones those with a capital in each word. */
function refsOf(events: Extraction["events"], told: ReadonlySet<string>): Map<string, EntityType> {
  const refs = new Map<string, EntityType>();
  const add = (ref: string, type: EntityType) => {
    if (ref.length <= maxName && !refs.has(ref)) refs.set(ref, type);
  };
  for (const { subject, actors } of events) {
    for (const ref of actors.map((actor) => withoutAddress(actor.ref))) add(ref, partyType(ref));
    if (told.has(foldName(subject.ref))) add(subject.ref, partyType(subject.ref));
    else if (namesThing(subject)) add(subject.ref, subject.type);
  }
  return refs;
}

/** Of a subject that is neither person nor thing, all words but particles begin with a capital or a number if it is a name. */
const namesThing = ({ type, ref }: Extraction["events"][number]["subject"]): boolean =>
  type === "other"
    ? ref
        .split(/\s+/)
        .every((word) => /^\W*[\p{Lu}\p{N}]/u.test(word) || /^(?:of|the|and|for|de|&)$/.test(word))
    : /[\p{Lu}\p{N}]/u.test(ref);

const partyType = (name: string): EntityType => (isGroup(name) ? "org" : "person");
