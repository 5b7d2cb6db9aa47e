import { isDeepStrictEqual } from "node:util";
import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { inTurn } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import { applyPlan, planAmendment, retryWhenStale, Stale } from "../../governance/index.js";
import type { OperationContext } from "../../services.js";
import {
  assertPlainNames,
  lockName,
  lockWords,
  type Prepared,
  prepareMemory,
  raiseFactClass,
  readStandings,
  refusedMemories,
  refuseRetractedBeside,
  updateStored,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { confirm, insertFact } from "../facts/index.js";
import { draftPlace } from "../place.js";
import { readersFor } from "../readers.js";
import { changeOf } from "./change.js";
import { findMatch, type Match } from "./match.js";

type Input = InputOf<PalimpsestContract["storeKnowledge"]>;

export async function storeKnowledge(context: OperationContext, input: Input) {
  const { matched_by: _, similarity: __, ...stored } = await store(context, input, undefined);
  return stored;
}

export const upsertKnowledge = (
  context: OperationContext,
  { dedupe_threshold, ...input }: InputOf<PalimpsestContract["upsertKnowledge"]>,
) => store(context, input, dedupe_threshold);

/** Stores a fact, or updates the one that is meant. */
async function store(context: OperationContext, input: Input, threshold: number | undefined) {
  const { who } = context;
  // Masked, different names would be one.
  assertPlainNames({ external_id: input.external_id, user_id: input.user_id });
  const memory = await prepareMemory(context, draftOf(context, input));
  const storeOnce = async () => {
    const match = await context.read((tx) => findMatch(tx, context, memory, threshold));
    const change = match && changeOf(context, match, memory);
    const plan = match && change?.patch && (await planAmendment(context, match.target, change.patch, reason));
    return context.write(async (tx) => {
      if (input.external_id !== undefined) await lockName(tx, who, input.external_id);
      await lockWords(tx, who, memory);
      if (!isSame(await findMatch(tx, context, memory, threshold), match)) throw new Stale();
      if (!match) {
        const [refused] = (await refusedMemories(tx, who, [memory])).values();
        if (refused) throw refused;
        await insertFact(tx, context, memory);
        return answer(tx, context, memory);
      }
      const { id } = match.target;
      context.touched([id]);
      await refuseRetractedBeside(tx, memory);
      if (plan) {
        await applyPlan(tx, who, plan);
        context.touched(plan.edits.map(({ editId }) => editId));
      }
      if (change?.isConfirmed) await confirm(tx, context, id);
      if (change?.raisedTo !== undefined) await raiseFactClass(tx, id, change.raisedTo);
      if (change?.isOwn) await updateStored(tx, who, id, memory);
      return answer(tx, context, memory, match);
    });
  };
  // Of many calls about one fact at once, each would make the plans of all others stale.
  const fact = `${who.tenantId} ${input.external_id ?? memory.hash}`;
  return inTurn(fact, () => retryWhenStale(storeOnce));
}

const reason = "Stored again.";

const draftOf = (context: OperationContext, input: Input) => ({
  kind: "fact",
  text: input.content,
  fields: ["content"],
  attributes: {
    source: input.source,
    external_id: input.external_id,
    metadata: input.metadata,
    user_id: input.user_id ?? context.who.id,
  },
  origin: writerOrigin(context.who),
  ...draftPlace({ ...input, ...readersFor(context.who, input) }),
});

const isSame = (now: Match | undefined, before: Match | undefined): boolean =>
  now?.target.id === before?.target.id &&
  now?.target.edit_count === before?.target.edit_count &&
  isDeepStrictEqual(now?.target.attributes, before?.target.attributes);

async function answer(tx: Tx, { who }: OperationContext, memory: Prepared, match?: Match) {
  const id = match?.target.id ?? memory.id;
  const standing = (await readStandings(tx, who, [id])).get(id)!;
  return {
    id,
    status: match ? ("updated" as const) : ("created" as const),
    created_at: standing.recorded_at,
    updated_at: standing.updated_at,
    masked: memory.masked,
    matched_by: match?.by ?? null,
    similarity: match?.similarity ?? null,
  };
}
