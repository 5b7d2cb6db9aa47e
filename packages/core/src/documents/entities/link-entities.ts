import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { nameKeyOf } from "../../extraction/index.js";
import type { Principal } from "../../identity/index.js";
import { type Filter, namedEntities } from "../../substrate/index.js";

interface Named {
  ref: string;
}

/** Who the actors and what the subjects of events are. */
export type EntityOf = (attributes: Attributes, ref: string) => string | null;

/** Looks up the actors and subjects of events among the entities of their documents that may be read. */
export async function linkEntities(
  tx: Tx,
  who: Principal,
  passages: Filter,
  events: readonly { attributes: Attributes }[],
): Promise<EntityOf> {
  const sourceOf = (attributes: Attributes) => attributes.artifact_id as string;
  const refs = events.flatMap(({ attributes: { subject, actors } }) => [
    subject as Named,
    ...((actors ?? []) as Named[]),
  ]);
  const names = [...new Set(refs.map(({ ref }) => nameKeyOf(ref)))];
  const sources = [...new Set(events.map(({ attributes }) => sourceOf(attributes)))];
  const found = names.length === 0 ? [] : await namedEntities(tx, who, passages, { sources, names });
  const ids = new Map(found.map((one) => [`${one.source_id} ${one.form_key}`, one.entity_id]));
  return (attributes, ref) => ids.get(`${sourceOf(attributes)} ${nameKeyOf(ref)}`) ?? null;
}
