import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { derivedOfKind, type Filter } from "../../substrate/index.js";
import { foldName } from "../../text/index.js";
import { findByIds, findRevisions } from "../read/artifact.sql.js";
import { passageFilter } from "../read/find-artifact.js";
import { readEvidence } from "./evidence.js";

/** Passages that quotes are compared in, also of what is highly sensitive: whoever may not see them reads none. */
export const comparedPassages = (context: OperationContext): Filter => {
  const filter = passageFilter(context, "private");
  return { ...filter, classes: [...filter.classes, "secret"] };
};

/** By this an event of one revision is known again in another: its category as it was extracted, and a quote. */
export const sameEventKey = (extractedAs: string, quote: string): string =>
  `${extractedAs} ${foldName(quote)}`;

/** Ids of the same event in other revisions of its document. Where several there rest on its words, those that say the same. */
export async function sameEvents(
  tx: Tx,
  context: OperationContext,
  event: { id: string; text: string; attributes: Attributes },
): Promise<string[]> {
  const { who } = context;
  const { artifact_id, extracted_as } = event.attributes;
  const [row] = typeof artifact_id === "string" ? await findByIds(tx, who, [artifact_id]) : [];
  if (row === undefined) return [];
  const others = (await findRevisions(tx, who, row.head_id)).filter((one) => one.artifact_id !== artifact_id);
  const passages = others.flatMap(({ chunk_ids }) => chunk_ids);
  if (passages.length === 0) return [];
  const known = (await derivedOfKind(tx, who, "semantic_event", passages)).filter(
    ({ retracted, attributes }) => !retracted && attributes.extracted_as === extracted_as,
  );
  const evidence = await readEvidence(tx, who, comparedPassages(context), [event, ...known]);
  const keysOf = (id: string) => evidence.get(id)!.map(({ quote }) => sameEventKey("", quote));
  const keys = new Set(keysOf(event.id));
  const same = known.filter(({ id }) => keysOf(id).some((key) => keys.has(key)));
  const revisionOf = ({ attributes }: (typeof same)[number]) => attributes.artifact_id as string;
  const alike = new Set(same.filter(({ text }) => text === event.text).map(revisionOf));
  return same.filter((one) => one.text === event.text || !alike.has(revisionOf(one))).map(({ id }) => id);
}
