import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { searchKind } from "../search.js";
import { factFields, findFact, readFact, shownFact, standingsOf } from "./read-fact.js";

export async function getFact(
  context: OperationContext,
  { fact_id }: InputOf<PalimpsestContract["getFact"]>,
) {
  const fact = await context.read((tx) => readFact(tx, context, fact_id, "fact_id"));
  context.touched([fact_id]);
  return shownFact(context, fact);
}

/** How many facts, one superseded by the next, are followed. */
const maxLinks = 10;

export async function getCurrentFact(
  context: OperationContext,
  { fact_id }: InputOf<PalimpsestContract["getCurrentFact"]>,
) {
  const { fact, chain } = await context.read(async (tx) => {
    let fact = await readFact(tx, context, fact_id, "fact_id");
    const chain = [fact_id];
    for (;;) {
      const next = fact.standing.superseded_by;
      const later = next === null ? undefined : await findFact(tx, context, next);
      if (next === null || !later) return { fact, chain };
      if (chain.includes(next) || chain.length > maxLinks) throw endless(fact.row.id);
      chain.push(next);
      fact = later;
    }
  });
  context.touched(chain);
  return { ...shownFact(context, fact), chain };
}

const endless = (reached: string) =>
  new PalimpsestError(
    "CONFLICT",
    `More than ${maxLinks} facts superseded one another, or they do so in a circle. Go on from the one that was reached.`,
    { details: [{ path: "fact_id", message: reached }] },
  );

export async function searchFacts(
  context: OperationContext,
  input: InputOf<PalimpsestContract["searchFacts"]>,
) {
  const { hits, scored, answer } = await searchKind(
    context,
    "fact",
    { ...input, subject_id: input.subject },
    {
      ...(input.active_only && { statuses: ["active"] }),
      ...(input.category !== undefined && { attributes: { category: input.category } }),
    },
  );
  const standings = await context.read((tx) => standingsOf(tx, context, hits, input));
  return {
    facts: hits.flatMap((hit) => {
      const standing = standings.get(hit.id);
      return standing ? [{ ...factFields({ row: hit.row, standing }), ...scored(hit) }] : [];
    }),
    ...answer,
  };
}
