import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { nameKeyOf } from "../../extraction/index.js";
import type { Principal } from "../../identity/index.js";
import { type Filter, type NameInSource, namedEntities } from "../../substrate/index.js";

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
  const keyOf = (attributes: Attributes, ref: string) => ({
    source_id: attributes.artifact_id as string,
    form_key: nameKeyOf(ref),
  });
  const wanted = new Map<string, NameInSource>();
  for (const { attributes } of events) {
    const { subject, actors = [] } = attributes as { subject: Named; actors?: Named[] };
    for (const { ref } of [subject, ...actors]) {
      const name = keyOf(attributes, ref);
      wanted.set(textOf(name), name);
    }
  }
  const found = wanted.size === 0 ? [] : await namedEntities(tx, who, passages, [...wanted.values()]);
  const ids = new Map(found.map((one) => [textOf(one), one.entity_id]));
  return (attributes, ref) => ids.get(textOf(keyOf(attributes, ref))) ?? null;
}

const textOf = ({ source_id, form_key }: NameInSource) => `${source_id} ${form_key}`;
